"""The checks find what is wrong with a site."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from check import Site  # noqa: E402

OTHER = '<h1 id="title">Other</h1><a href="index.html">back</a>'


def faults(page: str, style: str = "") -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder)
        for name, text in {"index.html": page, "a/other.html": OTHER.replace("index", "../index"), "s.css": style}.items():
            (site / name).parent.mkdir(exist_ok=True)
            (site / name).write_text(text)
        return Site(site, "/project", ("left-out/",)).faults()


class TestCheck(unittest.TestCase):
    def test_right_links_have_no_faults(self) -> None:
        for right in (
            '<a href="a/other.html#title">',
            '<a id="x%3C"></a><a href="#x%3C">',
            '<a href="/project/a/other.html">',
            '<a href="https://example.org/nowhere">',
            '<a href="left-out/page.html#x">',
            '<img src="data:image/png;base64,">',
            '<link rel="canonical" href="https://example.org/">',
            '<a href="a/other.html#1-3">',
            '<img srcset="s.css 1x,">',
            "<style>a { color: red }</style><p>url(https://example.org/x)",
        ):
            self.assertEqual(faults(right), [], right)
        self.assertEqual(faults("", "/* url(https://example.org/x) */ a { background: url(s.css) }"), [])

    def test_wrong_links_are_found(self) -> None:
        for wrong in (
            '<a href="nowhere.html">',
            '<a href="a/other.html#nowhere">',
            '<a href="#nowhere">',
            '<a href="../index.html">',
            '<a href="/a/other.html">',
            '<img src="nowhere.png">',
            '<img srcset="s.css 1x, nowhere.png 2x">',
            '<script src="https://example.org/x.js">',
            '<link rel="stylesheet" href="//example.org/x.css">',
            '<p style="background: url(https://example.org/x.png)">',
            '<style>@import "https://example.org/x.css";</style>',
            '<meta name="x"><a href="#x">',
        ):
            self.assertEqual(len(faults(wrong)), 1, wrong)
        for style in ("a { src: url('https://example.org/font') }", '@import "https://example.org/x.css";', "a { src: url(no) }"):
            self.assertEqual(len(faults("", style)), 1, style)


if __name__ == "__main__":
    unittest.main()
