// Written conversations about messages: numbers that stand, sections, searches, copies.
import { describe, it } from 'vitest';
import { greeting, mail, play, running, submit, withMails } from './support.ts';

describe('messages, line by line', () => {
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
      S: * 1 FETCH (BODYSTRUCTURE ((("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 3 0 NIL NIL)("text" "html" NIL NIL NIL "7bit" 3 0 NIL NIL) "alternative" ("boundary" "i") NIL)("message" "rfc822" NIL NIL NIL "7bit" 45 (NIL "inner" (("Eve" NIL "eve" "x.y")) (("Eve" NIL "eve" "x.y")) (("Eve" NIL "eve" "x.y")) NIL NIL NIL NIL NIL) ("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 6 0 NIL NIL) 3 NIL NIL)("application" "pdf" ("name" "a b.pdf") NIL NIL "base64" 4 NIL ("attachment" ("filename" "a b.pdf"))) "mixed" ("boundary" "o") NIL))
      S: e OK fetched
      C: f FETCH 1 (RFC822.HEADER FLAGS)
      S: * 1 FETCH (RFC822.HEADER {…
      S: Return-Path…
      S: Delivered-To…
      S: Received…
      S: …
      S: Auth…
      S: From: alice@example.test
      S: Subject: nest
      S: Content-Type: multipart/mixed; boundary=o
      S: 
      S:  FLAGS ())
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
      S: j BAD that is no section of a mail
      C: k FETCH 1 BODY[0]
      S: k BAD that is no section of a mail
      C: l FETCH 1 ALL
      S: l BAD that cannot be fetched
      C: m FETCH 1 BODY[HEADER.FIELDS.NOT (FROM)]
      S: m BAD that is no section of a mail`,
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
      C: h SEARCH LARGER 10 NOT KEYWORD x UID 2:* HEADER Delivered-To "" TO bob
      S: * SEARCH 2
      S: h OK …
      C: i SEARCH CHARSET KOI8-R ALL
      S: i NO [BADCHARSET (UTF-8 US-ASCII)] …
      C: j SEARCH
      S: j BAD a search key or its value is missing
      C: k SEARCH NOT
      S: k BAD …
      C: l SEARCH ALL OLD
      S: l BAD there is no such search key: OLD
      C: m UID SEARCH UNANSWERED UNDELETED UNSEEN SENTSINCE 1-Jan-2020 SINCE 1-Jan-2020
      S: * SEARCH
      S: m OK …`.replace(/grüße|schön/g, text => Buffer.from(text).toString('latin1')),
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
      C: l STORE 1 FLAGS \\Seen
      S: l BAD the flags in parentheses are missing
      C: m EXPUNGE 1
      S: m BAD EXPUNGE alone, or UID EXPUNGE and a set`,
    );
  });
});
