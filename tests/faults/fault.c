/* Makes the n-th call of a kind fail, in whatever program it is preloaded into. Linux with glibc.

   FAULT_CALL  read, write, sync, rename, map, open, remove: system calls; alloc, thread: functions of the C library
   FAULT_AT    n, from 1; with FAULT_ON that call and all later ones
   FAULT_HOW   the number of the error, or short (half is written), or kill (the process ends instead of the call)
   FAULT_ABOVE of allocations those of at least so many bytes count
   FAULT_LOG   a file that gets a line for each call that failed: what it was about

   System calls are caught by a seccomp filter, so those count too that are made without the C library. A call on the
   standard error is none of ours: there the message goes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>
#include <dlfcn.h>

#if !defined(__x86_64__)
#error "the registers of system calls are known for x86-64 alone"
#endif

enum how { ERROR, SHORT, KILL };

static const char *family = "";
static long at, stays, above;
static enum how how;
static int error_number;
static int log_file = -1;
static atomic_long calls;

/* The one place from which the filter lets every call through. */
long fault_syscall(long number, long a, long b, long c, long d, long e, long f);
__asm__(".text\n.globl fault_syscall\n.type fault_syscall,@function\nfault_syscall:\n"
        "mov %rdi,%rax\nmov %rsi,%rdi\nmov %rdx,%rsi\nmov %rcx,%rdx\nmov %r8,%r10\nmov %r9,%r8\nmov 8(%rsp),%r9\n"
        "syscall\n.globl fault_syscall_end\nfault_syscall_end:\nret\n");
extern char fault_syscall_end[];

/* Is this call of the kind to fail now? */
static int is_due(void) {
    long nth = atomic_fetch_add(&calls, 1) + 1;
    return nth == at || (stays && nth > at);
}

static void note(const char *what) {
    char line[4200];
    int len = snprintf(line, sizeof line, "%s\n", what);
    fault_syscall(SYS_write, log_file, (long)line, len, 0, 0, 0);
}

static void end_here(void) { fault_syscall(SYS_kill, fault_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), SIGKILL, 0, 0, 0, 0); }

static void note_file(int fd) {
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long len = fault_syscall(SYS_readlink, (long)link, (long)name, sizeof name - 1, 0, 0, 0);
    name[len < 0 ? 0 : len] = 0;
    note(name);
}

/* What the system has, and we are not to be held to. */
static int is_systems(const char *path) {
    /* A file system in memory, which holds our files if tests run there. */
    if (strncmp(path, "/dev/shm/", strlen("/dev/shm/")) == 0) return 0;
    static const char *const folders[] = {"/proc", "/sys", "/etc", "/usr", "/lib", "/dev", "/run"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0) return 1;
    return 0;
}

static int is_systems_file(int fd) {
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long len = fault_syscall(SYS_readlink, (long)link, (long)name, sizeof name - 1, 0, 0, 0);
    name[len < 0 ? 0 : len] = 0;
    return is_systems(name);
}

/* Half of what was to be written, at least a byte. */
static long write_half(long number, const long *a) {
    if (number == SYS_writev) {
        const struct iovec *parts = (const struct iovec *)a[1];
        for (long i = 0; i < a[2]; i++)
            if (parts[i].iov_len > 0)
                return fault_syscall(SYS_write, a[0], (long)parts[i].iov_base, (parts[i].iov_len + 1) / 2, 0, 0, 0);
        return 0;
    }
    return fault_syscall(number, a[0], a[1], (a[2] + 1) / 2, a[3], a[4], a[5]);
}

static void caught(int signal, siginfo_t *info, void *context) {
    (void)signal;
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    long number = info->si_syscall;
    long a[6] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
    int has_path = number == SYS_open || number == SYS_openat || number == SYS_unlink || number == SYS_unlinkat ||
                   strcmp(family, "rename") == 0;
    int at_folder = number == SYS_openat || number == SYS_unlinkat || number == SYS_renameat ||
                    number == SYS_renameat2 || number == SYS_linkat;
    const char *path = has_path ? (const char *)a[at_folder ? 1 : 0] : 0;
    long fd = number == SYS_mmap ? (int)a[4] : (int)a[0];
    int counts = path ? !is_systems(path) : fd >= 0 && fd != 2 && !is_systems_file(fd);
    if (!counts || !is_due()) {
        r[REG_RAX] = fault_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
        return;
    }
    if (path) note(path); else note_file(fd);
    if (how == KILL) end_here();
    r[REG_RAX] = how == SHORT ? write_half(number, a) : -error_number;
}

static int install(const long *numbers, size_t count) {
    struct sigaction action = {.sa_sigaction = caught, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &action, 0) != 0) return -1;
    struct sock_filter code[32];
    size_t len = 0;
    unsigned long from = (unsigned long)fault_syscall_end;
    code[len++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer));
    code[len++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)from, 0, 3);
    code[len++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4);
    code[len++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(from >> 32), 0, 1);
    code[len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[len++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < count; i++)
        code[len++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)numbers[i], (unsigned char)(count - i), 0);
    code[len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {.len = (unsigned short)len, .filter = code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : -1;
}

static const struct { const char *family; long numbers[6]; size_t count; } FAMILIES[] = {
    {"read", {SYS_read, SYS_pread64, SYS_readv}, 3},
    {"write", {SYS_write, SYS_pwrite64, SYS_writev}, 3},
    {"sync", {SYS_fsync, SYS_fdatasync}, 2},
    {"rename", {SYS_rename, SYS_renameat, SYS_renameat2, SYS_link, SYS_linkat}, 5},
    {"map", {SYS_mmap}, 1},
    {"open", {SYS_open, SYS_openat}, 2},
    {"remove", {SYS_unlink, SYS_unlinkat}, 2},
};

static long number_of(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("FAULT_LOG"), *call = getenv("FAULT_CALL"), *in = getenv("FAULT_HOW");
    if (!log || !call || !in) return;
    int opened = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    log_file = fcntl(opened, F_DUPFD_CLOEXEC, 900);
    close(opened);
    how = strcmp(in, "short") == 0 ? SHORT : strcmp(in, "kill") == 0 ? KILL : ERROR;
    error_number = atoi(in);
    stays = getenv("FAULT_ON") != 0;
    above = number_of("FAULT_ABOVE");
    at = number_of("FAULT_AT");
    family = call;
    for (size_t i = 0; i < sizeof FAMILIES / sizeof *FAMILIES; i++)
        if (strcmp(call, FAMILIES[i].family) == 0 && install(FAMILIES[i].numbers, FAMILIES[i].count) != 0) _exit(98);
}

/* Functions of the C library. */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);

static int refuses(size_t bytes) {
    if (strcmp(family, "alloc") != 0 || bytes < (size_t)above || !is_due()) return 0;
    char what[64];
    snprintf(what, sizeof what, "%zu bytes", bytes);
    note(what);
    if (how == KILL) end_here();
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t bytes) { return refuses(bytes) ? 0 : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return refuses(count * bytes) ? 0 : __libc_calloc(count, bytes); }
void *realloc(void *old, size_t bytes) { return refuses(bytes) ? 0 : __libc_realloc(old, bytes); }
void *memalign(size_t alignment, size_t bytes) { return refuses(bytes) ? 0 : __libc_memalign(alignment, bytes); }
void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void **into, size_t alignment, size_t bytes) {
    void *found = memalign(alignment, bytes);
    if (!found) return ENOMEM;
    *into = found;
    return 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!next) next = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
    if (strcmp(family, "thread") == 0 && is_due()) {
        note("a thread");
        if (how == KILL) end_here();
        return EAGAIN;
    }
    return next(thread, attributes, run, argument);
}
