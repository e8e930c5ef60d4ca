// Checks the subjects of commits: imperative, at most 72 characters, no semicolon. Older commits are left as they are.
import { execFileSync } from 'node:child_process';

/** The last commit before this rule. */
const BEFORE = '61a5497';
const MOST = 72;

/** First words that are no imperative: participles, the third person, articles and questions. Words that merely look so are named. */
const NOT_IMPERATIVE =
  /^(?!(?:Embed|Feed|Need|Seed|Shed|Speed|Bring|String|Ring|Address|Pass|Press|Process|Guess|Discuss|Focus|Bypass|Compress|Express|Dismiss|Miss|Cross|Access)\b)(?:\w+(?:ed|ing|s)|An?|The|What|Who\w*|How|When|Where|Why|No|It|Its|This|That|There|One|Every|All|Of|Less|More|Fewer)\b/;

function faultOf(subject) {
  if (subject.length > MOST) return `${subject.length} characters, at most ${MOST}`;
  if (subject.includes(';')) return 'a semicolon';
  if (subject.endsWith('.')) return 'a full stop at its end';
  if (!/^[A-Z]/.test(subject)) return 'no capital letter at its beginning';
  if (NOT_IMPERATIVE.test(subject)) return 'not imperative, such as "Add …"';
  return null;
}

function subjects() {
  const git = (...words) => execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    return git('log', '--no-merges', '--format=%s', `${BEFORE}..HEAD`)
      .split('\n')
      .filter(line => line !== '');
  } catch {
    // A download without its history, or with a part of it.
    return null;
  }
}

const found = subjects();
const faults = (found ?? []).flatMap(subject => {
  const fault = faultOf(subject);
  return fault === null ? [] : [`${subject}\n  ${fault}`];
});
const summary =
  found === null ? 'The history is not here: no subjects were checked.' : `${found.length} subjects checked.`;
process.stdout.write(`${[summary, ...faults].join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
