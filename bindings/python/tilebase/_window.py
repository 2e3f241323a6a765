"""A window that shows pictures, for the render mode "human". It requires pygame."""

from __future__ import annotations

from typing import Any

from gymnasium.error import DependencyNotInstalled

from ._picture import Pixels

__all__ = ["Window"]


class Window:
    """A window, opened with the first picture. Copies and pickles have no window until they show a picture."""

    def __init__(self, pictures_per_second: int) -> None:
        self._pictures_per_second = pictures_per_second
        self._pygame: Any = None
        self._screen: Any = None
        self._clock: Any = None

    def show(self, picture: Pixels) -> None:
        """Shows a picture, and waits until it is time for the next one."""
        if self._screen is None:
            self._open(picture)
        surface = self._pygame.surfarray.make_surface(picture.swapaxes(0, 1))
        self._screen.blit(surface, (0, 0))
        # Without this, the system would consider the window frozen.
        self._pygame.event.pump()
        self._pygame.display.flip()
        self._clock.tick(self._pictures_per_second)

    def close(self) -> None:
        """Closes the window, if it is open."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None

    def _open(self, picture: Pixels) -> None:
        # Imported here because only this mode requires it.
        try:
            import pygame
        except ImportError as error:
            message = 'render_mode "human" requires pygame: run `pip install pygame`, or use "ansi" or "rgb_array"'
            raise DependencyNotInstalled(message) from error
        self._pygame = pygame
        pygame.display.init()
        pygame.display.set_caption("tilebase")
        height, width, _ = picture.shape
        self._screen = pygame.display.set_mode((width, height))
        self._clock = pygame.time.Clock()

    def __reduce__(self) -> tuple[type[Window], tuple[int]]:
        return Window, (self._pictures_per_second,)
