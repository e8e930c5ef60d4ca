// The IMAP server in written conversations: what a client says, and every line it hears.
import { describe, expect, it } from 'vitest';
import { greeting, play, running, withMails } from './support.ts';

describe('IMAP, line by line', () => {
  it('greets, lets in, and says goodbye', async () => {
    const server = await running();
    await play(
      server.imapPort,
      `S: * OK [CAPABILITY …] nexpost is ready
      C: 1 capability
      S: * CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN LITERAL+ ID IDLE NAMESPACE UIDPLUS MOVE CHILDREN
      S: 1 OK …
      C: 2 SELECT INBOX
      S: 2 BAD log in first
      C: 3 ID ("name" "test" "version" NIL)
      S: * ID ("name" "nexpost")
      S: 3 OK …
      C: 4 LOGIN {16}
      S: + go on
      C: bob@example.test {3+}
      C: any
      S: 4 OK [CAPABILITY …
      C: 5 FETCH 1 FLAGS
      S: 5 BAD select a mailbox first
      C: 6 NAMESPACE
      S: * NAMESPACE (("" "/")) NIL NIL
      S: 6 OK …
      C: 7 FROBNICATE
      S: 7 BAD there is no such command
      C: 8 LOGOUT
      S: * BYE goodbye
      S: 8 OK …
      S: <closed>`,
    );
  });

  it('authenticates by PLAIN in both ways, and refuses the wrong password after a while', async () => {
    const server = await running();
    const plain = Buffer.from('\0carol@example.test\0x').toString('base64');
    const games = Buffer.from('\0games@example.test\0guess').toString('base64');
    const posing = Buffer.from('bob@example.test\0alice@example.test\0x').toString('base64');
    await play(
      server.imapPort,
      `S1: * OK …
      C1: a AUTHENTICATE PLAIN ${plain}
      S1: a OK …
      S2: * OK …
      C2: a AUTHENTICATE PLAIN
      S2: + 
      C2: ${plain}
      S2: a OK …
      S3: * OK …
      C3: a AUTHENTICATE PLAIN
      S3: + 
      C3: *
      S3: a BAD cancelled
      C3: b AUTHENTICATE PLAIN ${games}
      S3: b NO [AUTHENTICATIONFAILED] …
      C3: c AUTHENTICATE CRAM-MD5
      S3: c NO …
      S4: * OK …
      C4: d AUTHENTICATE PLAIN ${posing}
      S4: d NO [AUTHENTICATIONFAILED] …
      S5: * OK …
      C5: e LOGIN ../evil x
      S5: e NO [AUTHENTICATIONFAILED] …`,
    );
    expect(server.logged.filter(line => line.startsWith('imap login refused'))).toHaveLength(3);
  });

  it('selects, examines, counts', async () => {
    const server = await withMails(2);
    await play(
      server.imapPort,
      `${greeting}
      C: b SELECT inbox
      S: * FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)
      S: * 2 EXISTS
      S: * 0 RECENT
      S: * OK [UNSEEN 1] …
      S: * OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] …
      S: * OK [UIDVALIDITY …] …
      S: * OK [UIDNEXT 3] …
      S: b OK [READ-WRITE] selected
      C: c STATUS INBOX (MESSAGES UNSEEN UIDNEXT RECENT)
      S: * STATUS INBOX (MESSAGES 2 UNSEEN 2 UIDNEXT 3 RECENT 0)
      S: c OK …
      C: d EXAMINE INBOX
      S: * FLAGS …
      S: * 2 EXISTS
      S: * 0 RECENT
      S: * OK [UNSEEN 1] …
      S: * OK [PERMANENTFLAGS ()] …
      S: * OK [UIDVALIDITY …
      S: * OK [UIDNEXT 3] …
      S: d OK [READ-ONLY] selected
      C: e STORE 1 +FLAGS (\\Seen)
      S: e NO the mailbox was opened read-only
      C: f SELECT Nowhere
      S: f NO [NONEXISTENT] …
      C: g CHECK
      S: g BAD select a mailbox first`,
    );
  });

  it('makes, lists, renames, subscribes to and deletes mailboxes', async () => {
    const server = await withMails(1);
    await play(
      server.imapPort,
      `${greeting}
      C: b CREATE Games/Sp&AOQ-t/
      S: b OK done
      C: c LIST "" *
      S: * LIST (\\HasNoChildren) "/" INBOX
      S: * LIST (\\HasChildren) "/" Games
      S: * LIST (\\HasNoChildren) "/" Games/Sp&AOQ-t
      S: c OK …
      C: d LIST "" %
      S: * LIST (\\HasNoChildren) "/" INBOX
      S: * LIST (\\HasChildren) "/" Games
      S: d OK …
      C: e LIST "" ""
      S: * LIST (\\Noselect) "/" ""
      S: e OK …
      C: f RENAME Games Old
      S: f OK done
      C: g DELETE Old
      S: g OK done
      C: h LIST "" Old*
      S: * LIST (\\Noselect \\HasChildren) "/" Old
      S: * LIST (\\HasNoChildren) "/" Old/Sp&AOQ-t
      S: h OK …
      C: i SUBSCRIBE Old/Sp&AOQ-t
      S: i OK done
      C: j LSUB "" *
      S: * LSUB (\\HasNoChildren) "/" INBOX
      S: * LSUB (\\Noselect \\HasChildren) "/" Old
      S: * LSUB (\\HasNoChildren) "/" Old/Sp&AOQ-t
      S: j OK …
      C: k CREATE INBOX
      S: k NO [ALREADYEXISTS] …
      C: l DELETE inbox
      S: l NO [CANNOT] …
      C: m CREATE "../../evil"
      S: m OK done
      C: n CREATE "a//b"
      S: n NO [CANNOT] …
      C: o CREATE &AAAA-
      S: o NO [CANNOT] …
      C: p RENAME INBOX Kept
      S: p NO [CANNOT] …
      C: q LIST "" "Old/%"
      S: * LIST (\\HasNoChildren) "/" Old/Sp&AOQ-t
      S: q OK …
      C: r LIST "" "*Sp*"
      S: r BAD a pattern has one * or % here, at its end
      C: s APPEND Nowhere {1+}
      C: x
      S: s NO [TRYCREATE] …`,
    );
  });

  it("understands Thunderbird's way of asking", async () => {
    const server = await withMails(1);
    await play(
      server.imapPort,
      `S: * OK …
      C: 1 authenticate PLAIN
      S: + 
      C: ${Buffer.from('\0bob@example.test\0x').toString('base64')}
      S: 1 OK …
      C: 2 ID ("name" "Thunderbird" "version" "153.7")
      S: * ID …
      S: 2 OK …
      C: 3 list "" "INBOX"
      S: * LIST (\\HasNoChildren) "/" INBOX
      S: 3 OK …
      C: 4 create "Trash"
      S: 4 OK done
      C: 5 subscribe "Trash"
      S: 5 OK done
      C: 6 lsub "" "*"
      S: * LSUB … INBOX
      S: * LSUB … Trash
      S: 6 OK …
      C: 7 select "INBOX"
      S: * FLAGS …
      S: * 1 EXISTS
      S: * 0 RECENT
      S: * OK [UNSEEN 1] …
      S: * OK …
      S: * OK …
      S: * OK …
      S: 7 OK …
      C: 8 UID fetch 1:* (FLAGS)
      S: * 1 FETCH (UID 1 FLAGS ())
      S: 8 OK fetched
      C: 9 UID fetch 1 (UID RFC822.SIZE FLAGS BODY.PEEK[HEADER.FIELDS (From To Cc Subject Message-ID Content-Type)])
      S: * 1 FETCH (UID 1 RFC822.SIZE … FLAGS () BODY[HEADER.FIELDS (From To Cc Subject Message-ID Content-Type)] {67}
      S: From: alice@example.test
      S: Subject: mail 1
      S: To: bob@example.test
      S: 
      S: )
      S: 9 OK fetched
      C: 10 uid store 1 +FLAGS (\\Answered NonJunk)
      S: * 1 FETCH (UID 1 FLAGS (\\Answered NonJunk))
      S: 10 OK stored
      C: 11 uid move 1 "Trash"
      S: * OK [COPYUID … 1 1] moved
      S: * 1 EXPUNGE
      S: 11 OK moved
      C: 12 close
      S: 12 OK closed`,
    );
  });

  it('carries out commands that come all at once, in their order', async () => {
    const server = await withMails(1);
    await play(
      server.imapPort,
      `S: * OK …
      C: a LOGIN bob any↵b STATUS INBOX (MESSAGES)↵c NOOP↵d LOGOUT↵e NOOP
      S: a OK …
      S: * STATUS INBOX (MESSAGES 1)
      S: b OK …
      S: c OK done
      S: * BYE goodbye
      S: d OK …
      S: <closed>`,
    );
  });

  it('sends away whoever has a mailbox open that another deletes', async () => {
    const server = await running();
    await play(
      server.imapPort,
      `S1: * OK …
      C1: a LOGIN bob any
      S1: a OK …
      C1: b CREATE Short
      S1: b OK done
      C1: c SELECT Short
      S1: * FLAGS …
      S1: * 0 EXISTS
      S1: * 0 RECENT
      S1: * OK …
      S1: * OK …
      S1: * OK …
      S1: c OK …
      S2: * OK …
      C2: a LOGIN bob any
      S2: a OK …
      C2: b DELETE Short
      S2: b OK done
      S1: * BYE the mailbox was deleted or renamed
      S1: <closed>`,
    );
  });
});
