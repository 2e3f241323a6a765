#!/bin/sh
# Does something nasty; the second argument is a number of seconds by which what it leaves behind can be told.
case $1 in
forks) # Children that ignore SIGTERM, in this group and in a session of their own.
    (trap '' TERM; sleep "$2") &
    setsid sh -c "trap '' TERM; sleep $2; sleep $2" &
    trap '' TERM
    while :; do sleep "$2"; done
    ;;
orphans) # Answers, and leaves a daemon that has cleared its environment and lost its parent.
    (setsid env -i sleep "$2" >/dev/null 2>&1 </dev/null &)
    echo R
    ;;
holds) # Answers, and leaves a child that holds the output open.
    sleep "$2" &
    echo R
    ;;
floods) yes "never enough" | head -c 1000000000 ;;
floods-errors) yes "never enough" | head -c 1000000000 >&2 ;;
closes) exec <&-; echo R ;;
never-reads) sleep 0.2; echo R ;;
closes-all) exec <&- >&- 2>&-; sleep 0.2 ;;
no-text) printf '\377\376\200\nR\n\377' ;;
silent) ;;
esac
