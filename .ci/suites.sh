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

# What a test that was itself cut short may have left behind.
clean_up() {
  for spool in "$work"/nexpost-servers-*/postfix/etc; do
    [ -d "$spool" ] && postfix -c "$spool" stop >/dev/null 2>&1
  done
  for pid in "$work"/nexpost-servers-*/dovecot/run/master.pid; do
    [ -s "$pid" ] && kill "$(cat "$pid")" 2>/dev/null
  done
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# fail NAME FILE: keeps what a check or a test run said, for the end.
fail() {
  { echo "=== $1"; cat "$2"; echo; } >>"$work/failures"
}

# check NAME COMMAND…: one check, one line; what it says only if it fails.
check() {
  local name=$1 since=$SECONDS
  shift
  if timeout 3600 "$@" >"$work/$name.output" 2>&1; then
    passed=$((passed + 1))
    echo "ok    $name ($((SECONDS - since)) s)"
  else
    failed=$((failed + 1))
    echo "FAIL  $name ($((SECONDS - since)) s)"
    fail "$name" "$work/$name.output"
  fi
}

# checks NAME…: several of them (npm scripts) side by side with what follows; `gather` counts them.
checks() {
  (
    passed=0 failed=0
    for name in "$@"; do check "$name" npm run -s "$name"; done
    echo "$passed $failed" >"$work/$1.counts"
  ) >"$work/$1.lines" &
}

gather() {
  local lines name ok bad
  wait
  for lines in "$work"/*.lines; do
    cat "$lines"
    name=$(basename "$lines" .lines)
    if read -r ok bad 2>/dev/null <"$work/$name.counts"; then
      passed=$((passed + ok)) failed=$((failed + bad))
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
  shift
  timeout --kill-after=10 7200 "$@" >"$work/output" 2>&1
  status=$?
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$work/output" | tail -n 1)
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) skipped=$((skipped + BASH_REMATCH[3]))
    failures=${BASH_REMATCH[2]}
    # A run that ends badly has failed, and one in which nothing passed too.
    [ "$failures" -eq 0 ] && { [ "$status" -ne 0 ] || [ "${BASH_REMATCH[1]}" -eq 0 ]; } && failures=1
  else
    line='it ended without a result'
  fi
  failed=$((failed + failures))
  grep -E '^(Seed|In quarantine|Skipped)' "$work/output" | sed 's/^/      /'
  if [ "$failures" -eq 0 ]; then
    echo "ok    $name: $line ($((SECONDS - since)) s)"
  else
    echo "FAIL  $name: $line, exit status $status ($((SECONDS - since)) s)"
    # The names of the failed tests, what they said, the seed, and how to repeat one (test/gate/report.ts).
    { sed -n '/^What failed:/,$p' "$work/output" | grep '' || tail -n 200 "$work/output"; } >"$work/said"
    fail "$name" "$work/said"
  fi
  sed -n '/^CPU seconds by folder/,/^  total/p' "$work/output" >"$work/costs"
}

finish() {
  if [ -s "$work/failures" ]; then
    echo
    cat "$work/failures"
  fi
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
