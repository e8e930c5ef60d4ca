# What .ci/run and .ci/long share: checks and test runs, counted; at the end what failed, and the sum over all of them.
set -uo pipefail
unset CDPATH
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
export CI=1 FORCE_COLOR=0 NO_COLOR=1
exec </dev/null
PATH=$PATH:/usr/sbin:/sbin

if ! work=$(mktemp -d "${TMPDIR:-/tmp}/nexpost-ci-XXXXXX"); then
  echo "No temporary folder can be made in ${TMPDIR:-/tmp} (TMPDIR)." >&2
  exit 1
fi
export NEXPOST_REAL_DIR="$work"
chmod 755 "$work"
passed=0 failed=0 skipped=0
# The newest Node, from npm: nothing may pass on one and not on the other.
newest=26.10.0

# one_at_a_time [LOCK]: waits until no other .ci/run or .ci/long works on this machine. The lock ends with this shell: what it starts does not inherit it.
one_at_a_time() {
  local lock=${1:-/tmp/nexpost-ci.lock}
  [ -e "$lock" ] || (umask 0 && : >"$lock")
  exec 9<"$lock" || exit
  flock --nonblock 9 && return
  echo "Another run works on this machine. This one begins when that has ended."
  # A signal ends `wait` at once, and would wait for `flock`.
  flock 9 &
  wait $!
}

# What a test that was itself cut short may have left behind: mail servers, and whatever else has our folder in its environment.
clean_up() {
  local spool pid environment
  jobs -p | xargs -r kill 2>/dev/null
  for spool in "$work"/nexpost-servers-*/postfix/etc; do
    [ -d "$spool" ] && postfix -c "$spool" stop >/dev/null 2>&1
  done
  for pid in "$work"/nexpost-servers-*/dovecot/run/master.pid; do
    [ -s "$pid" ] && kill "$(cat "$pid")" 2>/dev/null
  done
  for environment in /proc/[0-9]*/environ; do
    pid=${environment//[!0-9]/}
    [ "$pid" != $$ ] && grep -qsF "NEXPOST_REAL_DIR=$work" "$environment" && kill "$pid" 2>/dev/null
  done
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# fail NAME FILE: keeps what a check or a test run said, for the end.
fail() {
  { echo "=== $1"; cat "$2"; echo; } >"$work/$1.failure"
}

# check NAME COMMAND…: one check, one line; what it says only if it fails.
check() {
  local name=$1 since=$SECONDS
  shift
  if timeout 3600 "$@" >"$work/$name.output" 2>&1 9<&-; then
    passed=$((passed + 1))
    echo "ok    $name ($((SECONDS - since)) s)"
  else
    failed=$((failed + 1))
    echo "FAIL  $name ($((SECONDS - since)) s)"
    fail "$name" "$work/$name.output"
  fi
}

# checks NAME…: several npm scripts, one after the other.
checks() {
  local name
  for name in "$@"; do check "$name" npm run -s "$name"; done
}

# beside NAME COMMAND…: checks and test runs, side by side with what follows; `gather` prints what they said, and counts them.
beside() {
  local name=$1
  shift
  (
    passed=0 failed=0 skipped=0
    "$@"
    echo "$passed $failed $skipped" >"$work/$name.counts"
  ) >"$work/$name.lines" &
}

gather() {
  local lines name good bad left
  wait
  for lines in "$work"/*.lines; do
    cat "$lines"
    name=$(basename "$lines" .lines)
    if read -r good bad left 2>/dev/null <"$work/$name.counts"; then
      passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
    else
      failed=$((failed + 1))
      echo "FAIL  $name: it ended without a result" | tee -a "$lines"
      fail "$name" "$lines"
    fi
  done
  rm -f "$work"/*.lines "$work"/*.counts
}

# suite NAME COMMAND…: a test run whose last line says how many tests passed, failed and were skipped.
suite() {
  local name=$1 since=$SECONDS status line failures=1
  local output="$work/$name.output"
  shift
  timeout --kill-after=10 7200 "$@" >"$output" 2>&1 9<&-
  status=$?
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$output" | tail -n 1)
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) skipped=$((skipped + BASH_REMATCH[3]))
    failures=${BASH_REMATCH[2]}
    # A run that ends badly has failed, and one in which nothing passed too.
    [ "$failures" -eq 0 ] && { [ "$status" -ne 0 ] || [ "${BASH_REMATCH[1]}" -eq 0 ]; } && failures=1
  else
    line='it ended without a result'
  fi
  failed=$((failed + failures))
  grep -E '^(Seed|In quarantine|Skipped)' "$output" | sed 's/^/      /'
  if [ "$failures" -eq 0 ]; then
    echo "ok    $name: $line ($((SECONDS - since)) s)"
  else
    echo "FAIL  $name: $line, exit status $status ($((SECONDS - since)) s)"
    # The names of the failed tests, what they said, the seed, and how to repeat one (test/gate/report.ts).
    { sed -n '/^What failed:/,$p' "$output" | grep '' || tail -n 200 "$output"; } >"$work/$name.said"
    fail "$name" "$work/$name.said"
  fi
  # Of `npm test` alone what it cost is compared with a budget.
  [ "${BUDGET-}" = check ] && sed -n '/^CPU seconds by folder/,/^$/p' "$output"
}

finish() {
  local failure
  for failure in "$work"/*.failure; do
    [ -e "$failure" ] && { echo; cat "$failure"; }
  done
  echo "It took $((SECONDS / 60)):$(printf '%02d' $((SECONDS % 60)))."
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" -eq 0 ]
  exit
}

# The mail servers, programs and browser of the tests on real ones. Nothing is started by being installed.
install_programs() {
  local missing=() program
  for program in dovecot:dovecot-imapd /usr/lib/dovecot/lmtp:dovecot-lmtpd postfix:postfix /usr/lib/postgresql:postgresql \
    neomutt:neomutt s-nail:s-nail systemd-analyze:systemd \
    python3:python3 tmux:tmux alpine:alpine chromium:chromium /usr/share/games/fortunes/art:fortunes \
    /usr/share/games/fortunes/de/anekdoten:fortunes-de /usr/share/games/fortunes/brasil:fortunes-br; do
    command -v "${program%%:*}" >/dev/null || [ -e "${program%%:*}" ] || missing+=("${program##*:}")
  done
  [ "${#missing[@]}" -eq 0 ] && return 0
  export DEBIAN_FRONTEND=noninteractive
  local policy=/usr/sbin/policy-rc.d made=no status
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy" && made=yes
  fi
  apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"
  status=$?
  [ "$made" = yes ] && rm -f "$policy"
  return "$status"
}

# real NAME COMMAND…: a test run that starts Postfix, and so needs root.
real() {
  if [ "$(id -u)" -eq 0 ]; then
    export -f install_programs
    check 'programs installed' bash -c install_programs
    suite "$@"
  else
    echo "skip  $1: it starts Postfix, and that needs root"
    skipped=$((skipped + 1))
  fi
}
