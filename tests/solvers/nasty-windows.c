// Does what its first argument says, by means of Windows. scripts/other-systems compiles it, and puts it on trial under wine.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

// Starts this program again, to sleep; it holds the outputs open if it is told to.
static void start_sleeper(const char *self, BOOL holds) {
    char line[1024];
    STARTUPINFOA info = {.cb = sizeof info};
    PROCESS_INFORMATION started;
    snprintf(line, sizeof line, "\"%s\" sleeps", self);
    if (!CreateProcessA(NULL, line, NULL, NULL, holds, 0, NULL, NULL, &info, &started)) exit(9);
}

int main(int count, char **arguments) {
    const char *deed = count > 1 ? arguments[1] : "";
    if (!strcmp(deed, "right")) printf("R\n");
    if (!strcmp(deed, "reads")) {
        char line[100];
        while (fgets(line, sizeof line, stdin)) printf("R\n");
    }
    if (!strcmp(deed, "holds")) {
        CreateFileA(arguments[2], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
        Sleep(3600 * 1000);
    }
    if (!strcmp(deed, "sleeps")) Sleep(3600 * 1000);
    if (!strcmp(deed, "hangs")) {
        start_sleeper(arguments[0], TRUE);
        for (;;) Sleep(1000);
    }
    if (!strcmp(deed, "leaves")) {
        start_sleeper(arguments[0], TRUE);
        printf("R\n");
    }
    if (!strcmp(deed, "crashes")) *(volatile int *)NULL = 1;
    if (!strcmp(deed, "fails")) return 3;
    while (!strcmp(deed, "floods")) printf("never enough\n");
    return 0;
}
