// The IMAP server in written conversations: what a client says, and every line it hears.
import { describe, expect, it } from 'vitest';
import { mail, play, running, submit } from './support.ts';

const greeting = `S: * OK [CAPABILITY IMAP4rev1 … nexpost is ready
C: a LOGIN bob@example.test any
S: a OK [CAPABILITY …`;

async function withMails(count: number) {
  const server = await running();
  for (let at = 1; at <= count; at += 1) {
    await submit(server, { to: ['bob@example.test'], raw: mail({ Subject: `mail ${at}`, To: 'bob@example.test' }) });
  }
  return server;
}

describe('IMAP, line by line', () => {
  it('greets, lets in, and says goodbye', async () => {
    const server = await running();
    await play(
      server.imapPort,
      `S: * OK [CAPABILITY …] nexpost is ready
      C: 1 capability
      S: * CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN LITERAL+ ID ENABLE IDLE NAMESPACE UIDPLUS UNSELECT MOVE CHILDREN
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
      C3: c AUTHENTICATE PLAIN ${posing}
      S3: c NO [AUTHENTICATIONFAILED] …
      C3: d AUTHENTICATE CRAM-MD5
      S3: d NO …
      C3: e LOGIN ../evil x
      S3: e NO [AUTHENTICATIONFAILED] …`,
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

  it('keeps the numbers during FETCH, STORE and SEARCH, and tells of what is gone afterwards', async () => {
    const server = await withMails(3);
    const select = (n: number) => `S${n}: * OK …
      C${n}: a LOGIN bob@example.test any
      S${n}: a OK …
      C${n}: b SELECT INBOX
      S${n}: * FLAGS …
      S${n}: * 3 EXISTS
      S${n}: * 0 RECENT
      S${n}: * OK [UNSEEN 1] …
      S${n}: * OK [PERM…
      S${n}: * OK [UIDV…
      S${n}: * OK [UIDNEXT 4] …
      S${n}: b OK …`;
    await play(
      server.imapPort,
      `${select(1)}
      ${select(2)}
      C1: c STORE 1:2 +FLAGS.SILENT (\\Deleted $Later)
      S1: c OK stored
      C1: d UID EXPUNGE 1
      S1: * 1 EXPUNGE
      S1: d OK expunged
      C2: c FETCH 3 (UID)
      S2: * 3 FETCH (UID 3)
      S2: * 2 FETCH (UID 2 FLAGS (\\Deleted $Later))
      S2: c OK fetched
      C2: d FETCH 1 (FLAGS)
      S2: d NO [EXPUNGEISSUED] …
      C2: e SEARCH ALL
      S2: * SEARCH 2 3
      S2: e OK …
      C2: f NOOP
      S2: * 1 EXPUNGE
      S2: f OK done
      C2: g FETCH 2 (UID FLAGS)
      S2: * 2 FETCH (UID 3 FLAGS ())
      S2: g OK fetched
      C2: h IDLE
      S2: + idling
      C1: e EXPUNGE
      S1: * 1 EXPUNGE
      S1: e OK expunged
      S2: * 1 EXPUNGE
      C1: f STORE 1 FLAGS (\\flagged)
      S1: * 1 FETCH (UID 3 FLAGS (\\Flagged))
      S1: f OK stored
      S2: * 1 FETCH (UID 3 FLAGS (\\Flagged))
      C1: g APPEND INBOX (\\Seen $Mine) "01-Feb-1994 21:52:25 -0800" {17+}
      C1: Subject: x
      C1: 
      C1: hi
      S1: * 2 EXISTS
      S1: * 0 RECENT
      S1: g OK [APPENDUID … 4] stored
      S2: * 2 EXISTS
      S2: * 0 RECENT
      C2: DONE
      S2: h OK idle ended
      C2: i FETCH 2 (INTERNALDATE FLAGS RFC822.SIZE)
      S2: * 2 FETCH (INTERNALDATE " 2-Feb-1994 05:52:25 +0000" FLAGS (\\Seen $Mine) RFC822.SIZE 17)
      S2: i OK fetched`,
    );
  });

  it('reads sections and parts of them, and sets Seen only when it should', async () => {
    const server = await running();
    const raw =
      'From: alice@example.test\r\nSubject: nest\r\nContent-Type: multipart/mixed; boundary=o\r\n\r\npre\r\n' +
      '--o\r\nContent-Type: multipart/alternative; boundary="i"\r\n\r\n--i\r\n\r\none\r\n--i\r\nContent-Type: text/html\r\n\r\n<b>\r\n--i--\r\n' +
      '--o\r\nContent-Type: message/rfc822\r\n\r\nFrom: Eve <eve@x.y>\r\nSubject: inner\r\n\r\ninside\r\n' +
      '--o\r\nContent-Type: application/pdf; name="a b.pdf"\r\nContent-Disposition: attachment;\r\n filename="a b.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n--o--\r\n';
    await submit(server, { to: ['bob@example.test'], raw });
    await play(
      server.imapPort,
      `${greeting}
      C: b SELECT INBOX
      S: * FLAGS …
      S: * 1 EXISTS
      S: * 0 RECENT
      S: * OK [UNSEEN 1] …
      S: * OK …
      S: * OK …
      S: * OK …
      S: b OK …
      C: c FETCH 1 (BODY.PEEK[1.1] BODY.PEEK[1.2.MIME] BODY.PEEK[2.HEADER.FIELDS (SUBJECT)] BODY.PEEK[2.TEXT]<2.3>)
      S: * 1 FETCH (BODY[1.1] {3}
      S: one BODY[1.2.MIME] {27}
      S: Content-Type: text/html
      S: 
      S:  BODY[2.HEADER.FIELDS (SUBJECT)] {18}
      S: Subject: inner
      S: 
      S:  BODY[2.TEXT]<2> {3}
      S: sid)
      S: c OK fetched
      C: d FETCH 1 (BODY.PEEK[2.1] BODY.PEEK[3] BODY.PEEK[4] BODY.PEEK[1.3] BODY.PEEK[3.HEADER] BODY.PEEK[3]<9.9>)
      S: * 1 FETCH (BODY[2.1] {6}
      S: inside BODY[3] {4}
      S: QUJD BODY[4] NIL BODY[1.3] NIL BODY[3.HEADER] NIL BODY[3]<9> {0}
      S: )
      S: d OK fetched
      C: e FETCH 1 BODYSTRUCTURE
      S: * 1 FETCH (BODYSTRUCTURE ((("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 3 0 NIL NIL NIL NIL)("text" "html" NIL NIL NIL "7bit" 3 0 NIL NIL NIL NIL) "alternative" ("boundary" "i") NIL NIL NIL)("message" "rfc822" NIL NIL NIL "7bit" 45 (NIL "inner" (("Eve" NIL "eve" "x.y")) (("Eve" NIL "eve" "x.y")) (("Eve" NIL "eve" "x.y")) NIL NIL NIL NIL NIL) ("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 6 0 NIL NIL NIL NIL) 3 NIL NIL NIL NIL)("application" "pdf" ("name" "a b.pdf") NIL NIL "base64" 4 NIL ("attachment" ("filename" "a b.pdf")) NIL NIL) "mixed" ("boundary" "o") NIL NIL NIL))
      S: e OK fetched
      C: f FETCH 1 (FLAGS BODY)
      S: * 1 FETCH (FLAGS () BODY …
      S: f OK fetched
      C: g FETCH 1 BODY[1.1]
      S: * 1 FETCH (BODY[1.1] {3}
      S: one FLAGS (\\Seen))
      S: g OK fetched
      C: h UID FETCH 1:* (ENVELOPE)
      S: * 1 FETCH (UID 1 ENVELOPE (NIL "nest" ((NIL NIL "alice" "example.test")) ((NIL NIL "alice" "example.test")) ((NIL NIL "alice" "example.test")) NIL NIL NIL NIL NIL))
      S: h OK fetched
      C: i FETCH 2 FLAGS
      S: i BAD there is no message of that number
      C: j FETCH 1 BODY[MIME]
      S: j BAD only a part has a MIME header
      C: k FETCH 1 BODY[0]
      S: k BAD that is no section of a mail`,
    );
  });

  it('searches', async () => {
    const server = await withMails(2);
    await submit(server, {
      to: ['bob@example.test'],
      raw: mail(
        {
          Subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
          'Content-Type': 'text/plain; charset=utf-8',
          'Content-Transfer-Encoding': 'quoted-printable',
        },
        'sch=C3=\r\n=B6n\r\n',
      ),
    });
    await play(
      server.imapPort,
      `${greeting}
      C: b EXAMINE INBOX
      S: * FLAGS …
      S: * 3 EXISTS
      S: * 0 RECENT
      S: * OK [UNSEEN 1] …
      S: * OK …
      S: * OK …
      S: * OK …
      S: b OK …
      C: c SEARCH SUBJECT "mail 2"
      S: * SEARCH 2
      S: c OK …
      C: d UID SEARCH OR (SUBJECT "mail 1" NOT SEEN) 3
      S: * SEARCH 1 3
      S: d OK …
      C: e SEARCH CHARSET UTF-8 SUBJECT {7+}
      C: grüße
      S: * SEARCH 3
      S: e OK …
      C: f SEARCH BODY {6+}
      C: schön
      S: * SEARCH 3
      S: f OK …
      C: g SEARCH SINCE 1-Jan-2020 BEFORE 1-Jan-2021
      S: * SEARCH
      S: g OK …
      C: h SEARCH LARGER 10 UNKEYWORD x UID 2:* HEADER Delivered-To "" TO bob
      S: * SEARCH 2
      S: h OK …
      C: i SEARCH CHARSET KOI8-R ALL
      S: i NO [BADCHARSET (UTF-8 US-ASCII)] …
      C: j SEARCH
      S: j BAD a search key is incomplete
      C: k SEARCH NOT
      S: k BAD …`.replace(/grüße|schön/g, text => Buffer.from(text).toString('latin1')),
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
      S: p OK done
      C: q STATUS Kept (MESSAGES)
      S: * STATUS Kept (MESSAGES 1)
      S: q OK …
      C: r STATUS INBOX (MESSAGES UIDNEXT)
      S: * STATUS INBOX (MESSAGES 0 UIDNEXT 2)
      S: r OK …
      C: s APPEND Nowhere {1+}
      C: x
      S: s NO [TRYCREATE] …`,
    );
  });

  it('copies and moves with the uids on both sides', async () => {
    const server = await withMails(3);
    await play(
      server.imapPort,
      `${greeting}
      C: b CREATE Done
      S: b OK done
      C: c SELECT INBOX
      S: * FLAGS …
      S: * 3 EXISTS
      S: * 0 RECENT
      S: * OK [UNSEEN 1] …
      S: * OK …
      S: * OK …
      S: * OK …
      S: c OK …
      C: d COPY 1,3 Done
      S: d OK [COPYUID … 1,3 1:2] copied
      C: e UID MOVE 2:3 Done
      S: * OK [COPYUID … 2:3 3:4] moved
      S: * 3 EXPUNGE
      S: * 2 EXPUNGE
      S: e OK moved
      C: f UID MOVE 99 Done
      S: f OK nothing to move
      C: g MOVE 1 Nowhere
      S: g NO [TRYCREATE] …
      C: h STORE 1 +FLAGS (\\Deleted)
      S: * 1 FETCH (UID 1 FLAGS (\\Deleted))
      S: h OK stored
      C: i CLOSE
      S: i OK closed
      C: j STATUS INBOX (MESSAGES UIDNEXT)
      S: * STATUS INBOX (MESSAGES 0 UIDNEXT 4)
      S: j OK …
      C: k SELECT Done
      S: * FLAGS …
      S: * 4 EXISTS
      S: * 0 RECENT
      S: * OK [UNSEEN 1] …
      S: * OK …
      S: * OK …
      S: * OK [UIDNEXT 5] …
      S: k OK …
      C: l UNSELECT
      S: l OK unselected`,
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
