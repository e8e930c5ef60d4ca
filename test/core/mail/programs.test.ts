// How many more mail programs write what stands above a quote: one case each, the move is all that was typed.
import { describe, expect, it } from 'vitest';
import { extractNewText } from '#core/mail/reply.ts';

const Q = "> Nex board 101: it is alice's turn (Black).\n> x\n";
const cases = {
  ol2010:
    'b3,a3\n\nFrom: nexpost [mailto:games@example.test] \nSent: Saturday, November 21, 2026 10:02 AM\nTo: Alice\nSubject: New Nex Board 101 alice\n\nblah blah\n',
  olit: 'b3,a3\n\nDa: nexpost <games@example.test>\nInviato: sabato 21 novembre 2026 10:02\nA: alice@example.test\nOggetto: New Nex\n\nblah',
  oles: 'b3,a3\n\nDe: nexpost <games@example.test>\nEnviado el: sábado, 21 de noviembre de 2026 10:02\nPara: alice@example.test\nAsunto: New Nex\n\nblah',
  olnl: 'b3,a3\n\n________________________________\nVan: nexpost <games@example.test>\nVerzonden: zaterdag 21 november 2026 10:02\nAan: alice@example.test <alice@example.test>\nOnderwerp: New Nex\n\nblah',
  olru: 'b3,a3\n\nОт: nexpost <games@example.test>\nОтправлено: 21 ноября 2026 г. 10:02\nКому: alice@example.test\nТема: Nex\n\nblah',
  olsv: 'b3,a3\n\nFrån: nexpost <games@example.test>\nSkickat: den 21 november 2026 10:02\nTill: alice@example.test\nÄmne: Nex\n\nblah',
  olpl: 'b3,a3\n\nOd: nexpost <games@example.test>\nWysłano: sobota, 21 listopada 2026 10:02\nDo: alice@example.test\nTemat: Nex\n\nblah',
  olja: 'b3,a3\n\n差出人: nexpost <games@example.test>\n送信日時: 2026年11月21日 10:02\n宛先: alice@example.test\n件名: Nex\n\nblah',
  olzh: 'b3,a3\n\n发件人: nexpost <games@example.test>\n发送时间: 2026年11月21日 10:02\n收件人: alice@example.test\n主题: Nex\n\nblah',
  olmac:
    'b3,a3\n\nFrom: nexpost <games@example.test>\nDate: Saturday, 21 November 2026 at 10:02\nTo: alice@example.test <alice@example.test>\nSubject: New Nex\n\nblah',
  olno: 'b3,a3\n\nFra: nexpost <games@example.test>\nSendt: lørdag 21. november 2026 10:02\nTil: alice\nEmne: Nex\n\nblah',
  tbfr: 'b3,a3\n\nLe 21/11/2026 à 10:02, nexpost a écrit :\n' + Q,
  tbes: 'b3,a3\n\nEl 21/11/26 a las 10:02, nexpost escribió:\n' + Q,
  tbit: 'b3,a3\n\nIl 21/11/2026 10:02, nexpost ha scritto:\n' + Q,
  tbpl: 'b3,a3\n\nW dniu 21.11.2026 o 10:02, nexpost pisze:\n' + Q,
  tbru: 'b3,a3\n\n21.11.2026 10:02, nexpost пишет:\n' + Q,
  tbja: 'b3,a3\n\nOn 2026/11/21 10:02, nexpost wrote:\n' + Q,
  tbcs: 'b3,a3\n\nDne 21. 11. 26 v 10:02 nexpost napsal(a):\n' + Q,
  tbsv: 'b3,a3\n\nDen 2026-11-21 kl. 10:02, skrev nexpost:\n' + Q,
  tbnl: 'b3,a3\n\nOp 21-11-2026 om 10:02 schreef nexpost:\n' + Q,
  tbpt: 'b3,a3\n\nEm 21/11/2026 10:02, nexpost escreveu:\n' + Q,
  tbtb: 'b3,a3\n\n-------- Original Message --------\nSubject: \tNew Nex Board\nDate: \tSat, 21 Nov 2026 10:02:00 +0000\nFrom: \tnexpost <games@example.test>\nTo: \talice@example.test\n\nblah',
  rc: 'b3,a3\n\nOn 2026-11-21 10:02, nexpost wrote:\n' + Q,
  rcde: 'b3,a3\n\nAm 21.11.2026 10:02, schrieb nexpost:\n' + Q,
  sup: 'b3,a3\n\n21.11.2026, 10:02, "nexpost" <games@example.test>:\n' + Q,
  mailru: 'b3,a3\n \n>Суббота, 21 ноября 2026, 10:02 +03:00 от nexpost <games@example.test>:\n>\n>x\n',
  evo: 'b3,a3\n\nOn Sat, 2026-11-21 at 10:02 +0100, nexpost wrote:\n' + Q,
  kmail: 'b3,a3\n\nOn Saturday, November 21, 2026 10:02:00 AM CET nexpost wrote:\n' + Q,
  kmail2: 'On Saturday, November 21, 2026 10:02:00 AM CET nexpost wrote:\n' + Q + '\nb3,a3\n\n\n',
  gnus: 'nexpost <games@example.test> writes:\n\n' + Q + '\nb3,a3\n',
  gnus2: '>>>>> "n" == nexpost writes:\n\n' + Q + '\nb3,a3\n',
  claws: 'On Sat, 21 Nov 2026 10:02:00 +0100\nnexpost <games@example.test> wrote:\n\n' + Q + '\nb3,a3\n',
  lotus:
    'b3,a3\n\n\n\nFrom:\tnexpost <games@example.test>\nTo:\talice@example.test\nDate:\t21/11/2026 10:02\nSubject:\tNew Nex\n\n\nblah',
  fast: 'b3,a3\n\nOn Sat, Nov 21, 2026, at 10:02 AM, nexpost wrote:\n' + Q,
  hey: 'b3,a3\n\nOn November 21, 2026, nexpost <games@example.test> wrote:\n\nblah blah\n',
  aol: 'b3,a3\n\n-----Original Message-----\nFrom: nexpost <games@example.test>\nTo: alice@example.test\nSent: Sat, Nov 21, 2026 10:02 am\nSubject: Nex\n\nblah',
  spark: 'b3,a3\nOn 21 Nov 2026 at 10:02 +0100, nexpost <games@example.test>, wrote:\n' + Q,
  tut:
    'b3,a3\n\n--\nSent with Tuta; enjoy secure & ad-free emails.\n\n\n21 Nov 2026, 10:02 by games@example.test:\n\n' +
    Q,
  webde:
    'b3,a3\n \n\nGesendet: Samstag, den 21.11.2026 um 10:02 Uhr\nVon: "nexpost" <games@example.test>\nAn: alice@example.test\nBetreff: New Nex Board 101 alice\n\nblah',
  orange:
    'b3,a3\n\n> Message du 21/11/26 10:02\n> De : "nexpost" <games@example.test>\n> A : alice@example.test\n> Copie à : \n> Objet : New Nex\n> \n> blah',
  qq: 'b3,a3\n\n------------------ 原始邮件 ------------------\n发件人: "nexpost" <games@example.test>;\n发送时间: 2026年11月21日(星期六) 上午10:02\n收件人: "alice"<alice@example.test>;\n主题: New Nex\n\nblah',
  naver:
    'b3,a3\n\n-----Original Message-----\nFrom: "nexpost"<games@example.test>\nTo: <alice@example.test>;\nCc: \nSent: 2026-11-21 (토) 10:02:00 (GMT+09:00)\nSubject: Nex\n\nblah',
  bb: 'b3,a3\nSent via BlackBerry from T-Mobile\n\n-----Original Message-----\nFrom: nexpost <games@example.test>\nDate: Sat, 21 Nov 2026 10:02\nTo: <alice@example.test>\nSubject: Nex\n\nblah',
  ioslate:
    'b3,a3\n\nSent from my iPad\n\nOn 21 Nov 2026, at 10:02, nexpost <games@example.test> wrote:\n\n\ufeff\n' + Q,
  gmailda: 'b3,a3\n\nDen lør. 21. nov. 2026 kl. 10.02 skrev nexpost <\ngames+b@example.test>:\n\n' + Q,
  gmailno: 'b3,a3\n\nlør. 21. nov. 2026 kl. 10:02 skrev nexpost <games+b@example.test>:\n\n' + Q,
  gmailro: 'b3,a3\n\nÎn sâm., 21 nov. 2026 la 10:02, nexpost <games@example.test> a scris:\n\n' + Q,
  gmailel: 'b3,a3\n\nΣτις Σάβ 21 Νοε 2026 στις 10:02 π.μ., ο/η nexpost <\ngames@example.test> έγραψε:\n\n' + Q,
  gmailuk: 'b3,a3\n\nсб, 21 лист. 2026 р. о 10:02 nexpost <games@example.test> пише:\n\n' + Q,
  gmailhe: 'b3,a3\n\n‫בתאריך שבת, 21 בנוב׳ 2026 ב-10:02 מאת ‪nexpost‬‏ <‪games@example.test‬‏>:‬\n\n' + Q,
  gmailvi: 'b3,a3\n\nVào Th 7, 21 thg 11, 2026 vào lúc 10:02 nexpost <\ngames@example.test> đã viết:\n\n' + Q,
  gmailptpt: 'b3,a3\n\nnexpost <games@example.test> escreveu no dia sábado, 21/11/2026 à(s)\n10:02:\n\n' + Q,
  gmailptbr: 'b3,a3\n\nEm sáb., 21 de nov. de 2026 às 10:02, nexpost <games@example.test>\nescreveu:\n\n' + Q,
  gmailunmarked: 'b3,a3\n\nOn Sat, 21 Nov 2026, 10:02 nexpost, <games@example.test> wrote:\n\nfoo\nbar\n',
};

describe('of each program', () => {
  it.each(Object.entries(cases))('%s', (_, text) => expect(extractNewText(text)).toBe('b3,a3'));
});
