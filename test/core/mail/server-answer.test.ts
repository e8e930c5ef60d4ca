// Real answers of mail servers and large providers, and what each one means.
import { describe, expect, it } from 'vitest';
import fc from '#test/fast-check.ts';
import { type AnswerMeaning, classifyAnswer, classifyReport, type SmtpStage } from '#core/mail/server-answer.ts';

type Row = readonly [stage: SmtpStage, meaning: AnswerMeaning, from: string, answer: string];

// prettier-ignore
const SERVER_ANSWERS: readonly Row[] = [
  // Gmail and Google Workspace
  ['rcpt', 'limit', 'Gmail', '550 5.4.5 Daily user sending limit exceeded. For more information go to https://support.google.com/a/answer/166852 a1sm - gsmtp'],
  ['data', 'limit', 'Gmail', '550-5.4.5 Daily SMTP relay sending limit exceeded for user. For more\r\n550 5.4.5 information on SMTP relay sending limits please contact your administrator. - gsmtp'],
  ['mail', 'limit', 'Gmail', '550 5.4.5 Daily user sending quota exceeded.'],
  ['mail', 'limit', 'Gmail', '530-5.7.0 Authentication Required. For more information, go to\r\n530 5.7.0  https://support.google.com/mail/?p=WantAuthError'],
  ['session', 'limit', 'Gmail', '535-5.7.8 Username and Password not accepted. For more information, go to\r\n535 5.7.8  https://support.google.com/mail/?p=BadCredentials'],
  ['rcpt', 'dead', 'Gmail', "550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550-5.1.1 double-checking the recipient's email address for typos or\r\n550-5.1.1 unnecessary spaces. For more information, go to\r\n550 5.1.1  https://support.google.com/mail/?p=NoSuchUser"],
  ['rcpt', 'dead', 'Gmail', '550 5.2.1 The email account that you tried to reach is inactive. For more information, go to https://support.google.com/mail/?p=DisabledUser'],
  ['rcpt', 'temporary', 'Gmail', '552-5.2.2 The email account that you tried to reach is over quota. Please direct\r\n552-5.2.2 the recipient to\r\n552 5.2.2  https://support.google.com/mail/?p=OverQuotaPerm'],
  ['rcpt', 'temporary', 'Gmail', "452-4.2.2 The email account that you tried to reach is over quota. Please direct\r\n452 4.2.2 the recipient to https://support.google.com/mail/?p=OverQuotaTemp"],
  ['rcpt', 'temporary', 'Gmail', '450-4.2.1 The user you are trying to contact is receiving mail too quickly.\r\n450-4.2.1 Please resend your message at a later time.\r\n450 4.2.1 https://support.google.com/mail/?p=ReceivingRatePerm'],
  ['rcpt', 'temporary', 'Gmail', '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\r\n550 5.2.1 prevents additional messages from being delivered.'],
  ['data', 'policy', 'Gmail', '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address.\r\n421 4.7.28 To protect our users from spam, mail sent from your IP address has been temporarily rate limited.'],
  ['data', 'policy', 'Gmail', '550-5.7.26 This mail has been blocked because the sender is unauthenticated.\r\n550-5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.'],
  ['data', 'policy', 'Gmail', '550-5.7.1 [192.0.2.1      12] Our system has detected that this message is\r\n550-5.7.1 likely unsolicited mail. To reduce the amount of spam sent to Gmail,\r\n550 5.7.1 this message has been blocked.'],
  ['data', 'policy', 'Gmail', '552-5.7.0 This message was blocked because its content presents a potential\r\n552-5.7.0 security issue. Please visit\r\n552 5.7.0  https://support.google.com/mail/?p=BlockedMessage to review our message content and attachment guidelines.'],
  ['data', 'content', 'Gmail', "552-5.3.4 Your message exceeded Google's message size limits. Please visit\r\n552 5.3.4 https://support.google.com/mail/?p=MaxSizeError to view our size guidelines."],
  ['rcpt', 'temporary', 'Gmail', '421 4.7.0 Temporary System Problem.  Try again later (WS). - gsmtp'],
  // Microsoft 365 and Outlook.com
  ['rcpt', 'dead', 'Microsoft', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bob@example.test not found by SMTP address lookup'],
  ['rcpt', 'dead', 'Microsoft', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR03FT012.eop-EUR03.prod.protection.outlook.com]'],
  ['rcpt', 'dead', 'Outlook.com', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  ['data', 'content', 'Microsoft', '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable'],
  ['rcpt', 'policy', 'Microsoft', '550 5.7.508 Access denied, sending IP address has exceeded permitted limits'],
  ['rcpt', 'policy', 'Microsoft', '550 5.7.511 Access denied, banned sender[192.0.2.7]. To request removal from this list please forward this message to delist@messaging.microsoft.com'],
  ['mail', 'limit', 'Microsoft', '550 5.7.606 Access denied, banned sending IP [192.0.2.7]. To request removal visit https://sender.office.com/'],
  ['data', 'policy', 'Microsoft', '550 5.7.501 Access denied, spam abuse detected. Please contact support.'],
  ['data', 'policy', 'Microsoft', "550 5.7.705 Access denied, tenant has exceeded threshold"],
  ['rcpt', 'limit', 'Microsoft', '550 5.1.8 Access denied, bad outbound sender. AS(42004)'],
  ['data', 'limit', 'Microsoft', "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients"],
  ['data', 'limit', 'Microsoft', '554 5.2.252 SendAsDenied; games@example.test not allowed to send as alice@example.test; STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied'],
  ['data', 'content', 'Microsoft', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception'],
  ['data', 'temporary', 'Microsoft', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded'],
  ['session', 'limit', 'Microsoft', '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.'],
  ['rcpt', 'policy', 'Microsoft', '451 4.7.650 The mail server [192.0.2.7] has been temporarily rate limited due to IP reputation.'],
  ['session', 'limit', 'Microsoft', '451 4.7.500 Server busy. Please try again later from [192.0.2.7]. (S77714)'],
  ['rcpt', 'temporary', 'Microsoft', '451 4.4.0 DNS query failed'],
  ['rcpt', 'temporary', 'Microsoft', "554 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour"],
  ['data', 'content', 'Microsoft', '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient'],
  ['data', 'content', 'Microsoft', '554 5.4.14 Hop count exceeded - possible mail loop ATTR34'],
  ['data', 'temporary', 'Microsoft', "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded"],
  // Fastmail
  ['rcpt', 'dead', 'Fastmail', '550 5.1.1 <nobody@fastmail.example>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['rcpt', 'policy', 'Fastmail', '550 5.7.1 <bob@example.test>: Recipient address rejected: You have exceeded your hourly sending limit'],
  ['data', 'policy', 'Fastmail', '451 4.7.1 You have sent too many messages in the last hour, try again in 23 minutes'],
  ['mail', 'limit', 'Fastmail', '551 5.7.1 Not authorised to send from this header address'],
  ['data', 'policy', 'Fastmail', '554 5.7.1 Message rejected: it looks like spam'],
  // OVH
  ['rcpt', 'policy', 'OVH', '550 5.7.1 <bob@example.test>: Recipient address rejected: Quota d\u2019envoi d\u00e9pass\u00e9 pour ce compte'],
  ['data', 'policy', 'OVH', '550 5.7.1 [M12] User [games@example.test] sends too many mails, account blocked'],
  ['rcpt', 'dead', 'OVH', '550 5.1.1 <bob@example.test>: Email address could not be found, or was misspelled (G8)'],
  ['rcpt', 'temporary', 'OVH', '552 5.2.2 <bob@example.test>: user is over quota'],
  ['session', 'limit', 'OVH', '535 5.7.1 Authentication failed'],
  // Yahoo
  ['mail', 'limit', 'Yahoo', '421 4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes'],
  ['mail', 'limit', 'Yahoo', '553 5.7.2 [TSS09] All messages from 192.0.2.7 will be permanently deferred; Retrying will NOT succeed. See https://postmaster.yahooinc.com/error-codes'],
  ['data', 'policy', 'Yahoo', '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes'],
  ['data', 'content', 'Yahoo', "554 delivery error: dd This user doesn't have a yahoo.com account (bob@yahoo.example) [0] - mta1234.mail.ne1.yahoo.com"],
  ['rcpt', 'dead', 'Yahoo', '552 1 Requested mail action aborted, mailbox not found'],
  ['data', 'content', 'Yahoo', '554 30 Sorry, your message to bob@yahoo.example cannot be delivered. This mailbox is disabled (554.30).'],
  ['rcpt', 'policy', 'Yahoo', '550 relaying denied for <bob@example.test>'],
  // Amazon SES
  ['data', 'policy', 'SES', '454 Throttling failure: Daily message quota exceeded.'],
  ['data', 'policy', 'SES', '454 Throttling failure: Maximum sending rate exceeded.'],
  ['data', 'policy', 'SES', '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: games@example.test'],
  ['data', 'policy', 'SES', '554 Message rejected: Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.'],
  ['data', 'policy', 'SES', "554 Access denied: User `arn:aws:iam::123456789012:user/games' is not authorized to perform `ses:SendRawEmail' on resource"],
  ['data', 'policy', 'SES', '554 Message rejected: Address blacklisted.'],
  ['data', 'content', 'SES', "554 Transaction failed: Expected '=', got \"null\""],
  ['session', 'limit', 'SES', '535 Authentication Credentials Invalid'],
  ['mail', 'limit', 'SES', '530 Must issue a STARTTLS command first'],
  // Postfix
  ['rcpt', 'dead', 'Postfix', '550 5.1.1 <bob@example.test>: Recipient address rejected: User unknown in local recipient table'],
  ['rcpt', 'temporary', 'Postfix', '450 4.1.1 <bob@example.test>: Recipient address rejected: unverified address: Address verification in progress'],
  ['rcpt', 'dead', 'Postfix', '550 5.1.1 <bob@example.test>: Recipient address rejected: undeliverable address: host mx.example.test[192.0.2.7] said: 550 No such user'],
  ['rcpt', 'policy', 'Postfix', '554 5.7.1 <bob@example.test>: Relay access denied'],
  ['rcpt', 'temporary', 'Postfix', '454 4.7.1 <bob@example.test>: Relay access denied'],
  ['rcpt', 'policy', 'Postfix', '554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.7'],
  ['rcpt', 'policy', 'Postfix', '550 5.1.0 <games@example.test>: Sender address rejected: User unknown in virtual mailbox table'],
  ['mail', 'limit', 'Postfix', '553 5.7.1 <games@example.test>: Sender address rejected: not owned by user games'],
  ['mail', 'limit', 'Postfix', '450 4.7.1 Error: too much mail from 192.0.2.7'],
  ['mail', 'content', 'Postfix', '552 5.3.4 Message size exceeds fixed limit'],
  ['rcpt', 'temporary', 'Postfix', '450 4.2.0 <bob@example.test>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.test.html'],
  ['rcpt', 'temporary', 'Postfix', '452 4.3.1 Insufficient system storage'],
  ['rcpt', 'temporary', 'Postfix', '450 4.1.2 <bob@example.test>: Recipient address rejected: Domain not found'],
  ['rcpt', 'policy', 'Postfix with policyd', '554 5.7.1 <bob@example.test>: Recipient address rejected: Policy Rejection- Quota Exceeded'],
  ['session', 'limit', 'Postfix', '554 5.7.1 mx.example.test ESMTP not accepting connections'],
  ['session', 'temporary', 'Postfix', '454 4.7.0 Temporary authentication failure: Connection lost to authentication server'],
  ['rcpt', 'temporary', 'Dovecot', '452 4.2.2 <bob@example.test> Quota exceeded (mailbox for user is full)'],
  ['rcpt', 'temporary', 'Dovecot', '552 5.2.2 <bob@example.test> Quota exceeded (mailbox for user is full)'],
  ['rcpt', 'dead', 'Dovecot', "550 5.1.1 <bob@example.test> User doesn't exist: bob@example.test"],
  // Exim and cPanel
  ['rcpt', 'dead', 'Exim', '550 Unrouteable address'],
  ['rcpt', 'dead', 'Exim', '550 No Such User Here'],
  ['rcpt', 'dead', 'Exim', '550-Callout verification failed:\r\n550 550 5.1.1 unknown user'],
  ['rcpt', 'policy', 'Exim', '550-Verification failed for <games@example.test>\r\n550-No Such User Here\r\n550 Sender verify failed'],
  ['rcpt', 'policy', 'Exim', '550 Administrative prohibition'],
  ['rcpt', 'policy', 'Exim', '550 relay not permitted'],
  ['rcpt', 'policy', 'Exim', '550-Please turn on SMTP Authentication in your mail client.\r\n550 mx.example.test is not permitted to relay through this server without authentication.'],
  ['data', 'policy', 'cPanel', '550 Domain example.test has exceeded the max emails per hour (125/100 (125%)) allowed.  Message discarded.'],
  ['rcpt', 'policy', 'Exim', '550 JunkMail rejected - host [192.0.2.7] is in an RBL on rbl.websitewelcome.com, see Blocked'],
  ['data', 'content', 'Exim', '550 This message was classified as SPAM and may not be delivered'],
  ['data', 'content', 'Exim', '550 Message contains a virus (Eicar-Test-Signature)'],
  ['session', 'limit', 'Exim', '421 Too many concurrent SMTP connections; please try again later.'],
  ['rcpt', 'temporary', 'Exim', '451 Temporary local problem - please try later'],
  ['rcpt', 'temporary', 'Exim', '451 Could not complete sender verify callout'],
  ['rcpt', 'temporary', 'Exim', '451 Greylisted, please try again in 300 seconds'],
  // Others
  ['rcpt', 'dead', 'qmail', '511 sorry, no mailbox here by that name (#5.1.1 - chkuser)'],
  ['rcpt', 'dead', 'IronPort', '550 #5.1.0 Address rejected.'],
  ['rcpt', 'dead', 'Mimecast', '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abcDEF]'],
  ['rcpt', 'dead', 'a null MX', '556 5.1.10 <bob@example.test>: Recipient address rejected: Domain example.test does not accept mail (nullMX)'],
  ['rcpt', 'dead', 'an old server', '551 User not local; please try <bob@elsewhere.test>'],
  ['rcpt', 'content', 'a German server', '550 Empf\u00e4nger unbekannt'],
  ['rcpt', 'content', 'a French server', '550 Utilisateur inconnu'],
  ['rcpt', 'content', 'a German server', '550 Zu viele Nachrichten, bitte sp\u00e4ter erneut versuchen'],
  ['rcpt', 'content', 'a Spanish server', '550 L\u00edmite de env\u00edo excedido'],
  ['rcpt', 'policy', 'someone', '550 Too many messages from you, try again later'],
  ['rcpt', 'dead', 'someone in capitals', '550 USER UNKNOWN'],
  ['rcpt', 'dead', 'someone in odd case', '550 nO sUcH uSeR'],
  ['rcpt', 'content', 'someone without words', '550'],
  ['rcpt', 'content', 'someone of few words', '550 No thank you'],
  ['data', 'content', 'someone of few words', '554 Transaction failed'],
  ['data', 'content', 'someone', '552 Message size exceeds maximum permitted'],
  ['rcpt', 'temporary', 'someone without words', '552'],
  ['rcpt', 'temporary', 'someone without words', '450'],
  ['rcpt', 'temporary', 'someone', '550 5.2.1 Mailbox temporarily disabled'],
  ['data', 'temporary', 'someone', '503 Bad sequence of commands'],
  ['rcpt', 'content', 'someone', '550 5.5.3 Too many recipients'],
  ['rcpt', 'temporary', 'someone', '452 4.5.3 Error: too many recipients'],
  // More of the same providers and of others, written down after the rules were made.
  ['rcpt', 'policy', 'another', '550 5.7.232 Your message can\'t be sent because your trial tenant has exceeded its daily limit for sending email to external recipients'],
  ['rcpt', 'policy', 'another', '550 5.7.233 Your message can\'t be sent because your tenant exceeded its daily limit for sending email to external recipients (tenant external recipient rate limit)'],
  ['data', 'policy', 'another', '554 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.'],
  ['data', 'policy', 'another', '550 5.7.57 Client not authenticated to send mail'],
  ['rcpt', 'policy', 'another', '550 5.7.64 TenantAttribution; Relay Access Denied [ValidationStatus of is EmptyCertificate]'],
  ['data', 'policy', 'another', '550 5.7.515 Access denied, sending domain EXAMPLE.COM does not meet the required authentication level.'],
  ['data', 'policy', 'another', '550 5.7.509 Access denied, sending domain example.com does not pass DMARC verification and has a DMARC policy of reject.'],
  ['report', 'content', 'another', '550 5.4.310 DNS domain gone.test does not exist [Message=InfoDomainNonexistent]'],
  ['report', 'dead', 'another', '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found'],
  ['report', 'policy', 'another', '550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy'],
  ['rcpt', 'policy', 'another', '550 5.7.1 Unable to relay'],
  ['rcpt', 'dead', 'another', '550 5.1.1 User unknown; rejecting'],
  ['rcpt', 'dead', 'another', '550 5.1.6 Recipient no longer on server'],
  ['rcpt', 'policy', 'another', '550 5.2.1 This mailbox has been blocked due to inactivity'],
  ['rcpt', 'dead', 'another', '550 Mailbox not found'],
  ['rcpt', 'dead', 'another', '553 sorry, this recipient is not in my validrcptto list (#5.1.1)'],
  ['rcpt', 'policy', 'another', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['rcpt', 'dead', 'another', '550 5.1.1 unknown or illegal alias: bob@example.test'],
  ['rcpt', 'dead', 'another', '550 unknown local-part "bob" in domain "example.test"'],
  ['rcpt', 'dead', 'another', '550 Recipient not found'],
  ['rcpt', 'dead', 'another', '550 Account does not exist'],
  ['rcpt', 'dead', 'another', '550 bob@example.test is not a known user'],
  ['rcpt', 'content', 'another', '550 mailbox is inactive'],
  ['rcpt', 'dead', 'another', '550 5.1.1 The email account that you tried to reach is disabled'],
  ['rcpt', 'dead', 'another', '550 Requested action not taken: mailbox unavailable'],
  ['rcpt', 'temporary', 'another', '450 Requested mail action not taken: mailbox unavailable'],
  ['rcpt', 'temporary', 'another', '451 4.7.1 Please try again later'],
  ['rcpt', 'temporary', 'another', '451 4.3.0 Mail server temporarily rejected message'],
  ['rcpt', 'temporary', 'another', '421 Service not available, closing transmission channel'],
  ['rcpt', 'temporary', 'another', '421 4.4.2 Timeout while waiting for command'],
  ['data', 'temporary', 'another', '451 Requested action aborted: local error in processing'],
  ['data', 'temporary', 'another', '452 Requested action not taken: insufficient system storage'],
  ['data', 'content', 'another', '552 Requested mail action aborted: message too big'],
  ['rcpt', 'temporary', 'another', '552 Requested mail action aborted: exceeded storage allocation'],
  ['rcpt', 'temporary', 'another', '552 5.2.2 Mailbox size limit exceeded'],
  ['rcpt', 'temporary', 'another', '550 User has exceeded quota'],
  ['rcpt', 'temporary', 'another', "550 Recipient's mailbox is full"],
  ['rcpt', 'temporary', 'another', '452 4.1.1 Recipient mailbox full'],
  ['rcpt', 'policy', 'another', '451 4.7.1 Sorry, your domain has exceeded the hourly email limit'],
  ['rcpt', 'policy', 'another', '450 4.7.1 Rate limit exceeded, try later'],
  ['mail', 'limit', 'another', '451 4.7.0 You have exceeded your sending quota'],
  ['rcpt', 'policy', 'another', '550 5.7.0 Sending quota exceeded'],
  ['rcpt', 'policy', 'another', '550 5.7.1 Daily message limit reached'],
  ['rcpt', 'policy', 'another', '554 5.5.0 Account limit of 500 messages per day reached'],
  ['rcpt', 'policy', 'another', '550 You have reached your daily email limit'],
  ['rcpt', 'policy', 'another', '550 Maximum number of emails per hour reached'],
  ['rcpt', 'policy', 'another', '550 Outgoing mail limit exceeded for this account'],
  ['data', 'limit', 'another', '554 5.4.5 Max emails per day exceeded'],
  ['rcpt', 'policy', 'another', '550 5.2.0 Quota exceeded'],
  ['rcpt', 'content', 'another', '550 spam'],
  ['rcpt', 'policy', 'another', '554 5.7.1 Your IP is listed on Barracuda'],
  ['rcpt', 'policy', 'another', '550 5.7.1 Mail from 192.0.2.1 refused, see RBL'],
  ['rcpt', 'policy', 'another', '554 Your access to this mail system has been rejected due to the sending MTA\'s poor reputation'],
  ['rcpt', 'policy', 'another', '550 Your server has been blocked, contact postmaster'],
  ['rcpt', 'policy', 'another', '550 Sender verification failed'],
  ['rcpt', 'policy', 'another', '550 Access denied'],
  ['rcpt', 'policy', 'another', '550 rejected because of your outgoing mail account being suspended'],
  ['rcpt', 'policy', 'another', '550 5.7.25 The IP address sending this message does not have a PTR record setup'],
  ['data', 'policy', 'another', '550 5.7.1 This message does not have authentication information or fails to pass authentication checks (SPF or DKIM).'],
  ['data', 'policy', 'another', '554 5.7.1 Message rejected due to local policy.'],
  ['data', 'policy', 'another', '554 5.7.1 Spam message rejected'],
  ['data', 'policy', 'another', '554 5.7.1 [2] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc'],
  ['data', 'policy', 'another', '550 5.7.1 Message content rejected'],
  ['data', 'content', 'another', '554 5.6.0 Message contains bare CR'],
  ['data', 'content', 'another', '550 5.6.1 Messages without a Date header are not accepted'],
  ['data', 'policy', 'another', '550 5.7.1 Virus found in message'],
  ['data', 'content', 'another', '523 the message too large'],
  ['data', 'content', 'another', '552 5.2.3 Message exceeds maximum fixed size'],
  ['data', 'content', 'another', '552 5.3.4 Error: message file too big'],
  ['data', 'content', 'another', '550 Maximum line length exceeded'],
  ['data', 'content', 'another', '554 High probability of spam'],
  ['data', 'content', 'another', '550 A valid Message-ID header is required'],
  ['data', 'content', 'another', '554 5.5.1 Error: no valid recipients'],
  ['rcpt', 'temporary', 'another', '550 5.2.1 The user you are trying to contact is receiving mail too quickly'],
  ['session', 'limit', 'another', '535 5.7.3 Authentication unsuccessful'],
  ['session', 'limit', 'another', '534-5.7.9 Application-specific password required. Learn more at\r\n534 5.7.9 https://support.google.com/mail/?p=InvalidSecondFactor'],
  ['session', 'temporary', 'another', '454 4.7.0 Too many login attempts, please try again later'],
  ['session', 'limit', 'another', '421 4.7.0 mx.example.org Error: too many connections from 192.0.2.1'],
  ['session', 'temporary', 'another', '421 4.3.2 Service shutting down'],
  ['mail', 'limit', 'another', '501 5.1.7 Bad sender address syntax'],
  ['mail', 'temporary', 'another', '451 4.3.0 Error: queue file write error'],
  ['mail', 'temporary', 'another', '452 4.3.1 Insufficient system storage'],
  ['rcpt', 'dead', 'another', '550 5.1.2 Bad destination system address'],
  ['rcpt', 'dead', 'another', '501 5.1.3 Bad recipient address syntax'],
  ['rcpt', 'dead', 'another', '550 Host unknown'],
  ['rcpt', 'dead', 'another', '550-5.1.1 <bob@x.test>: Recipient address rejected:\r\n550 5.1.1 User unknown in relay recipient table'],
  ['rcpt', 'content', 'another', '550 Benutzer existiert nicht'],
  ['rcpt', 'dead', 'another', '550 5.1.1 Destinatario inesistente'],
  ['rcpt', 'temporary', 'another', '552 Postfach voll'],
  ['rcpt', 'temporary', 'another', '552 5.2.2 La bo\u00eete du destinataire est pleine'],
  ['rcpt', 'policy', 'another', '550 5.7.1 Maximales Versandlimit \u00fcberschritten'],
  ['rcpt', 'policy', 'another', '550 5.7.1 Limite d\'envoi atteinte'],
  ['data', 'policy', 'another', '550 5.7.367 Remote server returned not permitted to relay'],
  ['data', 'policy', 'another', '550 Blocked: your IP 192.0.2.1 on blocklist'],
  ['rcpt', 'policy', 'another', '550 5.7.1 [OVH] Your account has been blocked for spam, see your manager'],
  ['rcpt', 'dead', 'another', '550 5.1.10 Recipient not found'],
  ['rcpt', 'content', 'another', '550 5.0.0 Command rejected'],
  ['rcpt', 'content', 'another', '554 delivery not possible'],
  ['rcpt', 'content', 'another', '571 Delivery not wanted'],
  ['rcpt', 'dead', 'another', '550 5.1.1 Mailbox "bob" does not exist'],
  ['rcpt', 'dead', 'another', '550 sorry, no mailbox here by that name'],
  ['rcpt', 'dead', 'another', '554 5.1.1 Address does not exist: account retired, closed'],
  ['rcpt', 'dead', 'another', '550 Unknown address error'],
  ['rcpt', 'dead', 'another', '550 cuda_nsu Mailbox does not exist'],
  ['rcpt', 'dead', 'another', '550 #5.1.1 bad address bob@example.test'],
  ['rcpt', 'dead', 'another', '550 5.1.1 Not our Customer'],
  ['rcpt', 'dead', 'another', '550 Recipient Rejected: No account by that name here'],
  ['rcpt', 'dead', 'another', '550 This account is not available'],
  ['rcpt', 'dead', 'another', '550 No such person at this address'],
  ['rcpt', 'dead', 'another', '550 Invalid mailbox'],
  ['rcpt', 'dead', 'another', '550 Address unknown'],
  ['rcpt', 'policy', 'another', '550 Delivery is not allowed: user has moved; no longer here'],
  ['data', 'policy', 'another', '452 Too many emails per second. Please see https://x'],
  ['data', 'policy', 'another', '554 5.7.1 The message cannot be sent because your account hit its limit of messages'],
  ['rcpt', 'policy', 'another', '554 5.7.1 Client was not authenticated'],
  ['mail', 'limit', 'another', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['data', 'policy', 'another', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['data', 'temporary', 'another', '432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending'],
  ['rcpt', 'temporary', 'another', '452 4.5.3 Recipients belong to multiple regions ATTR38'],
  // One recipient or one mail is no limit, whatever the words of policy; the others are.
  ['rcpt', 'policy', 'Postfix', '550 5.7.1 <bob@example.test>: Recipient address rejected: Mail is refused by user preferences'],
  ['rcpt', 'policy', 'Sendmail', '550 5.7.1 <bob@example.test>... Access denied'],
  ['rcpt', 'temporary', 'Postfix', '450 4.7.1 <bob@example.test>: Recipient address rejected: Access denied'],
  ['rcpt', 'policy', 'Postfix', '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied'],
  ['rcpt', 'policy', 'Postfix', '553 5.7.1 <games@example.test>: Sender address rejected: not logged in'],
  ['rcpt', 'content', 'Postfix', '504 5.5.2 <host>: Helo command rejected: need fully-qualified hostname'],
  ['rcpt', 'policy', 'Postfix, of another server', '550 5.1.1 <bob@example.test>: Recipient address rejected: undeliverable address: host mx.example.test[192.0.2.1] said: 550 5.7.1 Your message quota exceeded (in reply to RCPT TO command)'],
  ['rcpt', 'policy', 'Postfix, of another server', '450 4.1.1 <bob@example.test>: Recipient address rejected: unverified address: host mx.example.test[192.0.2.1] said: 451 4.7.1 Rate limit exceeded (in reply to RCPT TO command)'],
  ['rcpt', 'policy', 'Exim, of another server', '550-Verification failed for <bob@example.test>\r\n550-Called:   192.0.2.1\r\n550-Sent:     RCPT TO:<bob@example.test>\r\n550-Response: 550 5.7.1 Sending limit exceeded\r\n550 Recipient verify failed'],
  ['rcpt', 'policy', 'Exim, of another server', '550-Verification failed for <games@example.test>\r\n550-Called:   192.0.2.1\r\n550-Sent:     RCPT TO:<games@example.test>\r\n550-Response: 550 no\r\n550 Sender verify failed'],
  ['rcpt', 'policy', 'Exim, of another server', '550 Callout verification failed: 550 5.7.1 blocked by spamhaus'],
  ['rcpt', 'policy', 'Microsoft', '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group'],
  ['rcpt', 'policy', 'Microsoft', '550 5.7.134 RESOLVER.RST.SenderNotAuthenticatedForMailbox; authentication required'],
  ['rcpt', 'policy', 'Microsoft', '550 5.7.193 UserDoesNotHavePermission; sender does not have permission to send to this team'],
  ['rcpt', 'policy', 'Microsoft', '550 5.7.513 Service unavailable, Client host [192.0.2.1] blocked by example.test using Customer Block list (AS16012611)'],
  ['data', 'policy', 'Microsoft', '550 5.7.520 Message blocked because it contains content identified as spam. AS(4810)'],
  ['data', 'policy', 'Microsoft', '550 5.7.512 Access denied, message must be RFC 5322 section 3.6.2 compliant'],
  ['rcpt', 'policy', 'Outlook.com', "421 RP-001 (BAY004) Unfortunately, some messages from 192.0.2.1 weren't sent. We have limits for how many messages can be sent per hour and per day."],
  ['mail', 'limit', 'Outlook.com', "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Part of their network is on our block list (S3150)."],
  ['data', 'policy', 'Yahoo', '554 Message not allowed - [PH01] Email not accepted for policy reasons. Please visit https://postmaster.yahooinc.com/error-codes'],
  ['data', 'policy', 'Yahoo', '554 Message not allowed - [299]'],
  ['data', 'temporary', 'Yahoo', '451 4.7.1 [GL01] Message from (192.0.2.1) temporarily deferred'],
  ['data', 'content', 'someone, of a loop', '554 5.3.0 Message could not be delivered: loop detected'],
  ['data', 'policy', 'someone, of a loop', '550 5.7.1 Message loop'],
  ['data', 'policy', 'someone, of a filter', '550 5.7.1 Blocked by SpamAssassin'],
  ['data', 'policy', 'someone, of a link', '550 5.7.1 Message contains a link listed in the Spamhaus DBL'],
  ['data', 'policy', 'someone, of a link', '554 5.7.1 Blocked: URL in message body listed on SURBL'],
  ['data', 'policy', 'someone, of a link', '554 5.7.1 Blacklisted URL http://x.test/'],
  ['data', 'policy', 'someone, of a link', '550 5.7.1 Blacklisted URL in message. (bad.test) in [multi]. See http://lookup.uribl.com.'],
  ['data', 'policy', 'someone, of a link', '554 5.7.1 The link is blacklisted'],
  ['data', 'policy', 'someone, of a link', '554 5.7.1 Matched rule: bad url'],
  ['data', 'policy', 'someone, of a link', '554 5.7.1 Rejected by URIBL'],
  ['data', 'temporary', 'someone', '552 5.3.1 Mail system full'],
  ['rcpt', 'policy', 'RFC 5321', '553 Requested action not taken: mailbox name not allowed'],
  ['rcpt', 'policy', 'someone', "550 5.1.1 The user's account has exceeded its limit; this user no longer exists"],
  ['rcpt', 'policy', 'Postini', '550 5.7.1 no such user'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 Account suspended'],
  ['rcpt', 'policy', 'someone', '550 5.1.0 Recipient not allowed'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 Recipient not authorized, your IP has been found on a block list'],
  ['rcpt', 'policy', 'a list', '550 5.7.1 This mailing list only accepts posts from members'],
  ['rcpt', 'policy', 'someone', '550 You are not allowed to send mail to this recipient'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 You are not allowed to send mail'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 Sender is blocked by recipient'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 Recipient rejected your message (blacklisted sender by user)'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 user has chosen not to receive mail from external senders'],
  ['rcpt', 'policy', 'someone', '550 5.7.2 mailing list expansion prohibited'],
  ['rcpt', 'policy', 'someone', '550 5.7.17 Mailbox owner has changed'],
  ['rcpt', 'policy', 'a list', '550 Sender is not permitted to send to distribution group'],
  ['rcpt', 'policy', 'cPanel', '550-"The mail server could not deliver mail to bob@example.test.  The account or\r\n550-domain may not exist, they may be blacklisted, or missing the proper dns\r\n550 entries."'],
  ['rcpt', 'temporary', 'GMX', "552-Requested mail action aborted: exceeded storage allocation\r\n552-Quota exceeded. The recipient's mailbox is not able to receive any further messages."],
  ['rcpt', 'temporary', 'Postfix with policyd', '450 4.7.1 <bob@example.test>: Recipient address rejected: Quota exceeded'],
  ['rcpt', 'policy', 'QQ', '550 Ip frequency limited'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 account expired'],
  ['data', 'policy', 'Microsoft', '554 5.2.0 STOREDRV.Deliver; delivery result banned'],
  ['data', 'content', 'Microsoft', '550 5.1.20 Multiple From addresses not allowed without Sender'],
  ['data', 'policy', 'SendGrid', '550 5.7.1 Delivering to previously bounced address'],
  ['data', 'temporary', 'Mailgun', '421 Domain example.test is not allowed to send: Free accounts are for test purposes only'],
  ['data', 'policy', 'SES', '554 Message rejected: Account is paused'],
  // Names of hosts and users, and what another server said, are no words of ours.
  ['rcpt', 'temporary', 'Postfix, of the name of a host', '450 4.1.2 <a@sending.limit.exceeded.evil.com>: Recipient address rejected: unverified address: Host or domain name not found. Name service error for name=sending.limit.exceeded.evil.com type=MX: Host not found, try again'],
  ['rcpt', 'dead', 'someone, of another server', '550 5.1.2 <a@sending.limit.exceeded.evil.com>... Host unknown (Name server: sending.limit.exceeded.evil.com: host not found)'],
  ['rcpt', 'dead', 'Postfix, of the name of a host', '550 5.1.2 <a@x>: Recipient address rejected: undeliverable address: Host or domain name not found. Name service error for name=sending.limit.exceeded.evil.com type=MX: Host not found'],
  ['rcpt', 'temporary', 'someone, of another server', '450 4.1.1 <a@evil.com>: Recipient address rejected: unverified address: connect to sending-limit.exceeded.evil.com[192.0.2.1]:25: Connection refused'],
  ['rcpt', 'dead', 'someone, of another server', '550 unknown local-part "daily-limit-exceeded" in domain "evil.com"'],
  ['rcpt', 'dead', 'someone, of another server', '550 5.1.1 <a@evil.com>: Recipient address rejected: undeliverable address: host throttling.evil.com[192.0.2.1] said: 550 5.1.1 no (in reply to RCPT TO command)'],
  ['rcpt', 'policy', 'someone, of another server', '550 5.1.1 <a@evil.com>: Recipient address rejected: undeliverable address: host x.evil.com[192.0.2.1] said: 550-5.1.1 no\r\n    550 5.7.1 sending limit exceeded (in reply to RCPT TO command)'],
  ['rcpt', 'policy', 'someone, of another server', '550-5.1.1 <a@evil.com>: Recipient address rejected: undeliverable address: host x.evil.com[192.0.2.1] said: 550-5.1.1 no\r\n550 5.1.1 your daily sending limit is exceeded (in reply to RCPT TO command)'],
  ['rcpt', 'policy', 'someone, of another server', '550-Verification failed for <a@evil.com>\r\n550-The mail server could not deliver mail to a@evil.com.\r\n550-Response: 550-sending\r\n550-sending limit exceeded\r\n550 Recipient verify failed'],
  ['rcpt', 'policy', 'someone', '550-Callout verification failed:\r\n550-550-hello\r\n550 sending limit exceeded'],
  ['rcpt', 'temporary', 'someone, of another server', '451 response to "RCPT TO:<a@evil.com>" from sending.limit.exceeded.evil.com [1.2.3.4] was: 451 no'],
  ['rcpt', 'temporary', 'someone, of another server', '450 4.4.316 Connection refused [Message=Socket error code 10061] [LastAttemptedServerName=throttled.evil.com] [LastAttemptedIP=1.2.3.4:25]'],
  ['rcpt', 'dead', 'someone, of another server', '550 5.1.1 User doesn\'t exist: daily-limit-exceeded@evil.com'],
  ['rcpt', 'content', 'someone, of another server', '550 5.4.310 DNS domain sending.limit.exceeded.evil.com does not exist [Message=InfoDomainNonexistent]'],
  // Our own account, in the words of providers; and faults of our server.
  ['data', 'content', 'Zoho', '550 5.4.6 Unusual sending activity detected. Please try after sometime'],
  ['data', 'content', 'Zoho', '550 5.4.6 Email sending limit exceeded'],
  ['data', 'policy', 'Zoho', '553 Relaying disallowed as games@example.test'],
  ['data', 'policy', 'Outlook.com', '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; WASCL UserAction verdict is not None. Actual verdict is RefuseQuota, ShowTierUpgrade. OutboundSpamException'],
  ['rcpt', 'policy', 'Exim', '550 Sender rate overlimit - 101.3 / 1h'],
  ['data', 'policy', 'SendGrid', '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.'],
  ['data', 'content', 'SES', '554 Configuration Set does not exist: nexpost'],
  ['data', 'content', 'someone', '550 Not enough credit'],
  ['rcpt', 'policy', 'someone', '550 Hourly cap reached'],
  ['rcpt', 'policy', 'someone', '550 User has exceeded the daily sending quota'],
  ['rcpt', 'policy', 'someone', '550 max rcpt per day'],
  ['rcpt', 'content', 'someone', '550 no more mails today'],
  ['rcpt', 'content', 'someone', '550 5.5.3 Daily recipients limit'],
  ['rcpt', 'content', 'someone', '550 Domain example.test has been disabled.'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 <bob@x.test>: Recipient address rejected: You are sending too fast'],
  ['rcpt', 'policy', 'someone', '550 5.7.1 <bob@x.test>: Recipient address rejected: max 100 mails per hour'],
  ['rcpt', 'policy', 'someone', '554 5.7.1 <bob@x.test>: Recipient address rejected: Sender over quota'],
  ['data', 'policy', 'someone', '554 5.7.1 Rejected, id=1234 - OUTBOUND SPAM'],
  ['data', 'policy', 'someone', '550 Rejected: outgoing message detected as spam'],
  ['rcpt', 'policy', 'someone', '554 5.7.1 Your account has been temporarily locked for outgoing mail'],
  ['rcpt', 'temporary', 'someone', '552 5.2.2 Sender quota exceeded'],
  ['rcpt', 'temporary', 'Yandex', '451 4.5.1 The recipient <bob@yandex.ru> has exceeded their message rate limit. Try again later.'],
  ['data', 'content', 'someone', '554 5.3.0 unable to connect to database'],
  ['rcpt', 'temporary', 'someone', '554 5.4.4 DNS lookup failure'],
  ['rcpt', 'temporary', 'someone', '550 5.4.7 Delivery timed out'],
  ['data', 'policy', 'someone', '550 Account suspended'],
  ['data', 'policy', 'someone', '550 5.1.0 From address not found in your account'],
  ['data', 'content', 'someone', '550 5.2.1 Account inactive, please renew'],
  ['data', 'dead', 'someone', '550 5.1.1 The email account that you tried to reach does not exist.'],
  ['rcpt', 'policy', 'someone', '550 5.1.0 From address not found in your account'],
];

// prettier-ignore
const REPORTS: readonly (readonly [AnswerMeaning, string, string, string])[] = [
  ['dead', 'Postfix', '5.1.1', 'smtp; 550 5.1.1 <bob@example.test>: Recipient address rejected: User unknown in local recipient table'],
  ['dead', 'Exim, which gives no status', '5.0.0', "smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address"],
  ['dead', 'Exim of a text without codes', '5.0.0', 'smtp; 550 No such user here'],
  ['dead', 'Exchange', '5.1.10', 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['dead', 'Microsoft, of another server', '5.0.350', 'smtp;550 5.0.350 Remote server returned an error -> 550 5.1.1 user unknown'],
  ['dead', 'a status alone', '5.1.2', ''],
  ['temporary', 'Postfix, of a domain that is gone', '5.4.4', 'X-Postfix; Host or domain name not found. Name service error for name=example.test type=AAAA: Host not found'],
  ['policy', 'Gmail, of a blocked address', '5.7.1', 'smtp; 550-5.7.1 [192.0.2.7] Our system has detected that this message is likely unsolicited mail.'],
  ['policy', 'Sendmail, which makes 5.1.1 of every 550', '5.1.1', 'SMTP; 550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org'],
  ['policy', 'a list, with the status of an address', '5.1.3', 'smtp; 553 http://www.spamhaus.org/query/bl?ip=192.0.2.1'],
  ['policy', 'a list that a host names', '5.1.1', 'smtp; 550 5.1.1 192.0.2.1 found in dnsbl.example.net'],
  ['policy', 'a list that a link names', '5.1.2', 'smtp; 550 See https://example.org/reputation/lookup?ip=192.0.2.1'],
  ['policy', 'a list without a status', '', '550 <bob@example.test>: see zen.spamhaus.org'],
  ['dead', 'a player at a host with such a name', '5.1.1', 'smtp; 550 5.1.1 <bob@spamhaus.test>: User unknown'],
  ['dead', 'Microsoft, of the words of another server', '5.1.351', 'smtp;550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 User unknown'],
  ['dead', 'Yahoo', '5.0.0', "SMTP; 554 delivery error: dd This user doesn't have a yahoo.com account (bob@yahoo.example) [0]"],
  ['dead', 'no user and no code', '', 'no such user'],
  ['temporary', 'a mailbox over its size', '5.0.0', 'smtp; 550 The mailbox exceeds its limit'],
  ['limit', 'a limit', '5.4.5', 'smtp; 550 5.4.5 Daily user sending limit exceeded'],
  ['temporary', 'a full mailbox', '5.2.2', 'smtp; 552 5.2.2 mailbox is full'],
  ['temporary', 'a mail given up after days', '4.4.7', 'smtp; 550 5.1.1 no such user'],
  ['temporary', 'Exim, of an answer that was temporary to the end', '5.0.0', 'smtp; 451 4.3.0 try later'],
  ['policy', 'a group that takes no mail from outside', '5.7.133', 'smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required'],
  ['policy', 'an organisation that takes no mail from outside', '5.7.12', 'smtp;550 5.7.12 Sender was not authenticated by organization'],
  ['policy', 'a member that is no more, as a policy', '5.7.1', 'smtp; 550 5.7.1 User email address is marked as invalid.'],
  ['content', 'a loop', '5.4.6', 'smtp; 554 5.4.6 Routing loop detected'],
  ['content', 'something unknown', '5.0.0', ''],
  ['content', 'a mail that is too large', '5.3.4', 'smtp; 552 5.3.4 Message too big'],
];

describe('an answer of a mail server', () => {
  it.each(SERVER_ANSWERS)('at %s means %s: %s, %s', (stage, meaning, _, answer) => {
    expect(classifyAnswer(answer, stage)).toBe(meaning);
  });

  it.each(SERVER_ANSWERS)('at %s means %s in any case and with any line ends: %s, %s', (stage, meaning, _, answer) => {
    // Names in one word, as Exchange writes them, lose their parts in another case.
    if (/[a-z][A-Z]/.test(answer)) return;
    for (const changed of [
      answer.toUpperCase(),
      answer.toLowerCase(),
      answer.replaceAll('\r\n', '\n'),
      ` ${answer}  \r\n`,
    ])
      expect(classifyAnswer(changed, stage), changed).toBe(meaning);
  });

  it.each(REPORTS)('in a report means %s: %s', (meaning, _, status, diagnostic) => {
    expect(classifyReport({ status, diagnostic })).toBe(meaning);
  });

  it('is not judged by the address it repeats, nor by where it points to', () => {
    for (const address of ['sending-limit-exceeded@x.test', 'user.unknown@spam.test', 'no such user@x.test'])
      expect(classifyAnswer(`550 5.1.1 <${address}>: User unknown`, 'rcpt')).toBe('dead');
    expect(classifyAnswer('550 <user unknown@x.test> refused', 'rcpt')).not.toBe('dead');
    expect(classifyAnswer('550 No, see https://x.test/?p=rate-limit-exceeded', 'rcpt')).toBe('content');
  });

  it('is not judged by an IP address that looks like a status', () => {
    expect(classifyAnswer('550 An answer of 5.1.1.1', 'rcpt')).toBe('content');
  });
});

const stages = fc.constantFrom<SmtpStage>('session', 'mail', 'rcpt', 'data', 'report');
const noise = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...SERVER_ANSWERS.flatMap(([, , , answer]) => answer.split(/(?<=[\s.-])/))), {
      maxLength: 60,
    })
    .map(words => words.join('')),
);

describe('any answer at all', () => {
  it('has a meaning', () => {
    fc.assert(
      fc.property(noise, stages, (answer, stage) => {
        expect(['limit', 'policy', 'dead', 'content', 'temporary']).toContain(classifyAnswer(answer, stage));
      }),
    );
  });

  it('that begins with 4 is never final', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 499 }), noise, stages, (code, answer, stage) => {
        expect(['limit', 'policy', 'temporary']).toContain(classifyAnswer(`${code} ${answer}`, stage));
      }),
    );
  });

  it('to MAIL, or before, says nothing of an address', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), noise, (code, answer) => {
        for (const stage of ['session', 'mail'] as const)
          expect(classifyAnswer(`${code} ${answer}`, stage)).not.toBe('dead');
      }),
    );
  });

  it('with a status of policy says nothing of an address', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), noise, stages, (detail, answer, stage) => {
        expect(classifyAnswer(`550 5.7.${detail} ${answer}`, stage)).not.toBe('dead');
      }),
    );
  });

  it('that speaks of a limit or a block says nothing of an address, whatever its codes are', () => {
    const words = ['too many messages', 'Sending limit exceeded', 'rate', 'Access denied', 'blocked', 'temporarily', 'relay denied', 'spam', 'virus']; // prettier-ignore
    const codes = ['', '5.1.1 ', '5.1.2 ', '5.1.10 ', '5.2.1 ', '5.5.0 ', '5.0.0 '];
    for (const stage of ['rcpt', 'data', 'report'] as const)
      for (const code of codes)
        for (const text of words)
          expect(classifyAnswer(`550 ${code}user unknown: ${text}`, stage), code + text).not.toBe('dead');
  });

  it('is dead only if all of its codes say so', () => {
    expect(classifyAnswer('550 5.1.1 undeliverable: host said: 550 5.4.5 no', 'rcpt')).toBe('limit');
    expect(classifyAnswer('550 5.0.350 an error -> 550 5.1.1 no', 'rcpt')).toBe('dead');
    expect(classifyReport({ status: '5.1.1', diagnostic: 'smtp; 550 5.7.1 no' })).toBe('policy');
    expect(classifyReport({ status: '5.1.1', diagnostic: 'smtp; 550 Zu viele Nachrichten' })).toBe('content');
  });

  it('is read no further than servers write', () => {
    for (const piece of ['user ', 'a', 'exceeded ', '5.1.1 ', '<', '550-', 'messages from ', '\r\n', 'account the '])
      for (const stage of ['rcpt', 'data', 'report'] as const)
        expect(classifyAnswer(`550 ${piece.repeat(300_000)}user unknown`, stage)).toBe(
          classifyAnswer(`550 ${piece.repeat(3_000)}`, stage),
        );
  });
});
