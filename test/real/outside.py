"""A correspondence through Python's own smtplib and imaplib: carol and dave play, and everything they get is checked.

usage: outside.py SMTP-PORT IMAP-PORT SERVICE-ADDRESS
"""
import email
import email.policy
import imaplib
import re
import smtplib
import sys
import time
from email.message import EmailMessage

SMTP_PORT, IMAP_PORT, SERVICE = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
PATIENCE_S = 15


def demand(holds, what):
    if not holds:
        sys.exit(f"does not hold: {what}")


class Correspondent:
    def __init__(self, name):
        self.address = f"{name}@example.test"
        self.written = 0
        self.had = 0

    def write(self, subject, body="", answering=None, message_id=None, automatic=False):
        self.written += 1
        letter = EmailMessage()
        letter["From"] = self.address
        letter["To"] = SERVICE if answering is None else answering["Reply-To"]
        letter["Subject"] = subject
        letter["Message-ID"] = message_id or f"<{self.written}.{self.address}>"
        if answering is not None:
            letter["In-Reply-To"] = answering["Message-ID"]
            letter["References"] = " ".join([answering["References"] or "", answering["Message-ID"]]).strip()
        if automatic:
            letter["Auto-Submitted"] = "auto-replied"
        letter.set_content(body)
        with smtplib.SMTP("127.0.0.1", SMTP_PORT, timeout=10) as server:
            server.login(self.address, "any")
            server.send_message(letter)
        return letter["Message-ID"]

    def answer(self, letter, move, **more):
        below = "".join(f"> {line}\n" for line in text_of(letter).splitlines())
        return self.write(f"Re: {letter['Subject']}", f"{move}\n\nnexpost <{SERVICE}> wrote:\n{below}", letter, **more)

    def everything(self):
        box = imaplib.IMAP4("127.0.0.1", IMAP_PORT, timeout=10)
        box.login(self.address, "any")
        box.select("INBOX", readonly=True)
        numbers = box.search(None, "ALL")[1][0].split()
        raws = [part[1] for number in numbers for part in box.fetch(number, "(RFC822)")[1] if isinstance(part, tuple)]
        box.logout()
        return [email.message_from_bytes(raw, policy=email.policy.default) for raw in raws]

    def receive(self, count):
        """The next mails: so many, and not one more."""
        late = time.monotonic() + PATIENCE_S
        while len(letters := self.everything()) < self.had + count:
            demand(time.monotonic() < late, f"{self.address} gets {count} more than {self.had} mails, not {len(letters)}")
            time.sleep(0.05)
        new = letters[self.had:]
        demand(len(new) == count, f"{self.address} gets {count} mails, not {[letter['Subject'] for letter in new]}")
        self.had += count
        for letter in new:
            demand((letter["Auto-Submitted"] or "no").startswith("auto-"), "every mail says that it is automatic")
            demand(letter["Message-ID"].endswith(f"@{SERVICE.split('@')[1]}>"), "Message-IDs are the service's own")
        return new[-1] if new else None


def text_of(letter):
    return letter.get_body(preferencelist=("plain",)).get_content()


carol, dave = Correspondent("carol"), Correspondent("dave")
for person, name in ((carol, "carol"), (dave, "dave")):
    person.write(f"signup {name} open-sesame")
    person.receive(1)

carol.write("hex challenge -size=4 carol dave")
board, boards = carol.receive(1), dave.receive(1)
demand(board["Subject"].startswith("New Hex Board 101 carol"), "the Subject of a new board")
demand(re.search(r"a\\ +\. +\. +\. +\. +\\a", text_of(board)), "the board is drawn")

dave.answer(boards, "a1")
demand(dave.receive(1)["Subject"] == "Hex Board 101 Error", "playing out of turn is refused")

first = carol.answer(board, "b2")
root = board["Message-ID"]
board, boards = carol.receive(1), dave.receive(1)
demand(root in board["References"], "boards stay in their thread")
demand(first not in (boards["References"] or ""), "nobody sees the Message-IDs of the other")

# The same mail again, and an automatic one: nothing comes of either, as the next answers show.
carol.write(f"Re: {board['Subject']}", "b2", board, message_id=first)
carol.write("hex show 101", automatic=True)

dave.write("hex move 101 dave open-sesame c1")
board, boards = carol.receive(1), dave.receive(1)
demand("open-sesame" not in text_of(board) + text_of(boards), "passwords are never shown")

carol.answer(board, "c2\n\nNearly there.")
board, boards = carol.receive(1), dave.receive(1)
demand("Nearly there." in text_of(boards), "what is written below the move goes to the opponent")
dave.answer(boards, "resign")
board, boards = carol.receive(1), dave.receive(1)
demand("carol" in text_of(board) and "won" in text_of(board), "a resignation ends the game")
print("the conversation holds")
