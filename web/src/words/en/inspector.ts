// The words of the inspector: what a sign-in message says, and what exactly is wrong with it. Whoever reads this makes or
// checks such messages.
import type {
  HintId,
  HostRelation,
  OriginPart,
  SignatureFlaw,
  SignatureForm,
  StrangeKind,
  TimeState,
} from '@countersign/inspector/findings'
import type { MessageField } from '@countersign/message'

interface Titled {
  readonly title: string
  readonly text: string
}

const fields: Readonly<Record<MessageField, { name: string; meaning: string }>> = {
  scheme: { name: 'Scheme', meaning: 'How the site is reached; without it, wallets take https.' },
  domain: {
    name: 'Domain',
    meaning: 'The site that asks for the signature. The wallet compares it with the page that asks.',
  },
  address: { name: 'Address', meaning: 'The wallet that signs.' },
  statement: { name: 'Statement', meaning: 'What the site wants the person to read before signing.' },
  uri: { name: 'URI', meaning: 'What the signature is for, most often the page that asks.' },
  version: { name: 'Version', meaning: 'The version of the standard; there is only 1.' },
  chainId: {
    name: 'Chain ID',
    meaning: 'The chain of the account. The signature of a contract wallet is checked there.',
  },
  nonce: { name: 'Nonce', meaning: 'Chosen at random by the site, so that one signature signs in once.' },
  issuedAt: { name: 'Issued at', meaning: 'When the site made the message.' },
  expirationTime: { name: 'Expiration time', meaning: 'From this moment on the message no longer counts.' },
  notBefore: { name: 'Not before', meaning: 'Before this moment the message does not count yet.' },
  requestId: { name: 'Request ID', meaning: 'The site’s own mark for this sign-in.' },
  resources: { name: 'Resources', meaning: 'What the site wants to be resolved as part of the sign-in.' },
}

const hints: Readonly<Record<HintId, Titled>> = {
  'no-statement-blank-lines': {
    title: 'No statement, and two empty lines',
    text: 'That is right by the grammar. Some older readers expect one empty line here and refuse two, or the other way round.',
  },
  'line-feed-at-end': {
    title: 'A line feed at the end',
    text: 'The message ends with its last character. Lenient readers cut the line feed off; strict wallets and servers refuse it, because other bytes were signed.',
  },
  'address-lower-case': {
    title: 'The address is all in small letters',
    text: 'The standard asks for the checksum form. Some readers accept small letters; strict ones refuse them.',
  },
  'address-upper-case': {
    title: 'The address is all in capitals',
    text: 'The standard asks for the checksum form. Some readers accept capitals; strict ones refuse them.',
  },
  'leap-second': {
    title: 'A leap second',
    text: 'A second 60 is allowed by RFC 3339, and most languages cannot read it. Use second 59 of the same minute.',
  },
  'port-in-domain': {
    title: 'The domain names a port',
    text: 'A wallet must compare it with the port of the page. Some wallets compare the host alone.',
  },
  'default-port': {
    title: 'The port is the one that goes without saying',
    text: 'Browsers leave out 443 for https and 80 for http, so that a wallet which compares texts sees two different origins. Leave the port out.',
  },
  'scheme-missing': {
    title: 'No scheme before the domain',
    text: 'Wallets take https then. On a page that is served by http, such as localhost, strict wallets warn.',
  },
  'time-offset': {
    title: 'A time with an offset',
    text: 'Allowed, but some readers compare times as text. Write times in UTC with a Z at the end.',
  },
  'time-fraction': {
    title: 'A time with an unusual fraction of a second',
    text: 'Allowed, but many readers keep three digits and would write another text than was signed.',
  },
  'userinfo-in-domain': {
    title: 'Something stands before an @ in the domain',
    text: 'The host is only what follows the @. Who reads “bank.example@evil.example” quickly sees the wrong site; many wallets refuse it.',
  },
  'domain-capitals': {
    title: 'Capitals in the domain',
    text: 'Hosts do not differ by case, but some wallets and servers compare letter by letter. Write the domain in small letters.',
  },
  'chain-id-number': {
    title: 'A chain id that changes when it is read as a number',
    text: 'Leading zeros, or more digits than many languages count exactly: readers that turn it into a number write another text than was signed.',
  },
  'time-small-letters': {
    title: 'A time with a small t or z',
    text: 'RFC 3339 allows it, and many readers refuse it. Write T and Z.',
  },
  'no-expiration': {
    title: 'No expiration time',
    text: 'The message never expires by itself. Only the server’s own memory of the nonce ends it.',
  },
  'domain-uri-differ': {
    title: 'Domain and URI name different hosts',
    text: 'Allowed, but wallets show the domain and servers often trust the URI. Strict servers refuse it.',
  },
  'empty-statement': {
    title: 'An empty statement',
    text: 'The grammar allows it with three line feeds in a row. Many readers take it for no statement, and write another text than was signed.',
  },
  'empty-resources': {
    title: 'A list of resources without any',
    text: 'The grammar allows it. Many readers drop the line, and write another text than was signed.',
  },
}

const strange: Readonly<Record<StrangeKind, string>> = {
  invisible: 'cannot be seen',
  direction: 'turns the direction of writing',
  control: 'is a control character',
  'line-ending': 'ends a line in a foreign way',
  'look-alike': 'is a look-alike',
  foreign: 'does not belong in a sign-in message',
}

const times: Readonly<Record<TimeState, string>> = {
  valid: 'It is valid at this moment.',
  expired: 'It has expired.',
  'not-yet-valid': 'It is not valid yet.',
  'issued-in-future': 'It says that it was made in the future: a clock is wrong.',
}

const originParts: Readonly<Record<OriginPart, string>> = {
  scheme: 'Scheme',
  host: 'Host',
  subdomain: 'Subdomain',
  port: 'Port',
}

const relations: Readonly<Record<Exclude<HostRelation, 'same'>, string>> = {
  parent: 'The message names a domain above that of the origin.',
  child: 'The message names a subdomain of the origin.',
  sibling: 'Both end alike, but that does not make them one site.',
  unrelated: 'The hosts have nothing to do with each other.',
}

const forms: Readonly<Record<SignatureForm, Titled>> = {
  plain: { title: 'A plain signature', text: '65 bytes: r, s and v.' },
  compact: { title: 'A compact signature', text: '64 bytes, with v inside s (EIP-2098).' },
  wrapped: {
    title: 'A wrapped signature',
    text: 'Of a contract wallet that may not exist on its chain yet (ERC-6492).',
  },
  other: {
    title: 'No signature of a plain key',
    text: 'That of a key has 65 bytes, or 64; contract wallets have some of any length (ERC-1271).',
  },
  'not-hexadecimal': {
    title: 'Not a signature',
    text: 'A signature is written as 0x and an even number of hexadecimal digits.',
  },
  ed25519: { title: 'A Solana signature', text: '64 bytes in base58: Ed25519 over the text itself (RFC 8032).' },
  'not-base58': { title: 'Not a signature', text: 'A signature of Solana is written as 64 bytes in base58.' },
  'bip322-simple': {
    title: 'A simple Bitcoin signature',
    text: 'The witness alone, in base64, with smp before it or nothing (BIP-322).',
  },
  'bip322-full': { title: 'A full Bitcoin signature', text: 'The whole transaction, in base64 after ful (BIP-322).' },
  'bitcoin-legacy': {
    title: 'An old Bitcoin signature',
    text: '65 bytes in base64, of which the key is recovered; only addresses that begin with 1, m or n have it.',
  },
  'not-base64': {
    title: 'Not a signature',
    text: 'A signature of Bitcoin is written in base64, with smp or ful before it or nothing.',
  },
}

const flaws: Readonly<Record<SignatureFlaw, string>> = {
  'high-s':
    's lies in the upper half. Anyone can turn one form into the other, so strict servers take the lower one alone (EIP-2).',
  'v-not-27-or-28': 'v is neither 27 nor 28. Some hardware wallets write 0 or 1; strict servers refuse it.',
  'r-out-of-range': 'r is zero or not smaller than the order of the curve. No key makes such a signature.',
  's-out-of-range': 's is zero or not smaller than the order of the curve. No key makes such a signature.',
  'no-key': 'No key fits these numbers.',
  'prefix-missing': 'It does not begin with 0x. Many servers refuse it so.',
  'wrapper-unreadable': 'The wrapper cannot be read: its parts are not where it says.',
  address_invalid: 'The second line holds no address, so that nothing can be checked.',
  text_not_encodable:
    'The text holds half of a character, for which there are no bytes that anybody could have signed.',
  not_base58: 'It is not 64 bytes in base58.',
  key_not_canonical: 'The address is a second way of writing another key.',
  key_small_order: 'The address is one of a few points for which anybody can make signatures.',
  r_not_canonical: 'Its first half is a second way of writing another point.',
  r_small_order: 'Its first half is one of a few points that prove nothing.',
  s_out_of_range: 'Its second half is not below the order of the curve.',
  off_curve:
    'The address is no key: it belongs to a program, such as the vault of a multisig, and a program cannot sign a message.',
  too_long: 'It is longer than any signature that is read.',
  not_base64: 'It is not base64, or does not begin with smp or ful and base64.',
  proof_of_funds: 'It proves funds (pof); a signature of the message alone is asked for.',
  simple_not_allowed:
    'An address of this kind has no simple signature (BIP-322): the full one is needed, which begins with ful.',
  form_unclear: 'Which kind of signature this is cannot be told: it has to begin with smp or ful (BIP-322).',
  legacy_for_segwit:
    'It is a signature of the old kind, which only addresses that begin with 1, m or n have; a BIP-322 signature is needed.',
  legacy_header: 'Its first byte is none that an address of this kind has.',
  witness_malformed: 'It does not hold a witness stack, or holds something after it.',
  transaction_malformed: 'It does not hold a transaction, or holds something after it.',
  transaction_shape: 'Its transaction has another input, another output or another version than BIP-322 says.',
  witness_surplus: 'It holds more or fewer pieces than this address needs.',
  script_unknown: 'The script behind the address is none that is understood here: one key, or some of several.',
  other_script: 'Its script is not that of the address.',
  signature_encoding: 'A signature within is not in the one encoding that it has.',
  sighash: 'A signature within does not sign the whole transaction.',
  high_s: 'A number of a signature within (s) lies in the upper half: the same signature exists in a lower form.',
  annex: 'It carries an annex, which means nothing here.',
  timelock: 'It is bound to a time or an age (a timelock), of which nobody here can tell whether it has come.',
}

export const inspector = {
  title: 'Inspector',
  intro: 'What a sign-in message says, and what exactly is wrong with it.',
  local: 'All of it happens in this browser. Nothing that you enter is sent anywhere.',
  views: 'What to do',
  inspect: 'Inspect',
  compose: 'Compose',
  message: 'Message',
  messageHint: 'Paste the text that was signed, exactly as it is; or your export, or a proof out of it.',
  openFile: 'Open a file',
  opened: (name: string) => `Opened: ${name}`,
  close: 'Close',
  keys: 'Keys that you trust (optional)',
  keysHint: 'The key of the log, and those of witnesses, one on each line. Empty: those that the file names.',
  signature: 'Signature (optional)',
  more: 'Origin and time',
  origin: 'Origin that it should be for',
  originHint: 'Such as https://example.com. Empty: not compared.',
  originWithoutScheme: 'This has no scheme. Write it like https://example.com or http://localhost:3000.',
  originInvalid: 'This is no origin. Write it like https://example.com or http://localhost:3000.',
  at: 'Moment at which it is judged',
  atHint: 'Such as 2024-02-29T12:00:00Z. Empty: now.',
  atInvalid: 'This is no time. Write it like 2024-02-29T12:00:00Z.',
  clear: 'Clear',
  copyLink: 'Copy link',
  linkCopied:
    'The link is copied. What you entered stands in it after the #, which browsers do not send to any server.',
  linkTooLong: 'This is too long for a link.',
  converted: {
    title: 'The pasted text had CRLF line endings.',
    text: 'On Windows the clipboard adds these by itself, so they were read as line feeds.',
    keep: 'Keep them',
  },
  empty: {
    title: 'Paste a message to begin',
    text: 'You learn what each line means, whether it is valid now and for your origin, and who signed it. If something is wrong, you see the place, the rule and how to mend it.',
    proofs: 'Of an export, or of a proof out of it, you learn whether your lines stood in the log.',
    examples: 'Or look at an example',
    sound: 'A sound message',
    signed: 'With its signature',
    signedSolana: 'A Solana message',
    signedBitcoin: 'A Bitcoin message',
    names: {
      'message.carriage_return': 'CRLF line endings',
      'message.character_foreign': 'Zero-width character',
      'message.address_checksum': 'Wrong checksum',
      'message.bitcoin_address_checksum': 'Misspelt Bitcoin address',
      'message.field_order': 'Fields out of order',
      'message.nonce_short': 'Short nonce',
      'message.line_feed_at_end': 'Line feed at the end',
    },
  },
  findings: 'What was found',
  /** @param family such as `Solana`, whose account it is for */
  wellFormed: (family: string) => `This is a well-formed sign-in message for ${family}.`,
  /** @param family such as `Solana`, for which it seems to be meant */
  malformed: (count: number, family: string) =>
    `This is not a well-formed sign-in message for ${family}: ${count === 1 ? 'one fault' : `${count} faults`}.`,
  announceFaults: (count: number, place: string, title: string) =>
    count === 1 ? `One fault, at ${place}: ${title}` : `${count} faults. The first one, at ${place}: ${title}`,
  line: (line: number) => `Line ${line}`,
  place: (line: number, column: number) => `line ${line}, column ${column}`,
  faults: 'Faults',
  faultNumber: (number: number, count: number) => `Fault ${number} of ${count}`,
  faultMark: (number: number) => `fault ${number}`,
  found: 'What stands there',
  foundEnd: 'Nothing: here the text ends, or something is missing.',
  may: 'What may stand there',
  rule: 'The rule',
  mend: 'How to mend it',
  showInText: 'Show in the text',
  mendIt: 'Mend it',
  mendPerhaps: 'Try this mend',
  mendAll: 'Mend all',
  mendCertain: 'Mend what is certain',
  mended: 'Mended.',
  mendedText: 'A message that is already signed cannot be mended: its signature is over the text as it was.',
  undo: 'Undo',
  undone: 'Undone.',
  text: 'The text, line by line',
  lineFeed: 'line feed',
  times: (label: string, times: number) => `${label} ×${times}`,
  looksLike: (character: string) => `looks like ${character}`,
  restNotShown: (count: number) => `${count} more characters are not shown.`,
  strangeTitle: 'Characters that are not what they seem',
  strange,
  strangeMore: (count: number) => `And ${count} more.`,
  says: 'What it says',
  fields,
  timeTitle: 'Time',
  timeStates: times,
  judgedAt: 'Judged at',
  now: 'now',
  notSaid: 'not said',
  originTitle: 'Origin',
  originMatches: 'The message is for this origin.',
  originDiffers: 'The message is not for this origin. A wallet that checks it warns or refuses.',
  originParts,
  relations,
  originOutcomes: { same: 'same', different: 'different', 'not-told': 'not told' },
  inMessage: 'In the message',
  inOrigin: 'In the origin',
  nothing: 'nothing',
  signatureTitle: 'Signature',
  signatureMatches: 'It is the signature of the address in the message, over this text.',
  signatureDiffers: 'It is not the signature of the address in the message over this text.',
  signatureDiffersWhy:
    'Another wallet signed, or the text is not the one that was signed: one changed character is enough.',
  signatureUnread: 'Who signed cannot be told from this text and this signature.',
  signatureContract:
    'If the address is a contract wallet, only its contract can say whether it accepts this signature.',
  forms,
  flaws,
  bytes: (count: number) => `${count} bytes`,
  signer: 'Signed by',
  wrapper: { factory: 'Factory', factoryData: 'Call to the factory', inner: 'Signature inside' },
  hintsTitle: 'Where readers differ',
  hints,
  composing: {
    intro: 'Fill in the fields; the faults appear where they are made.',
    form: 'Fields of the message',
    optional: 'optional',
    family: 'Account of',
    newNonce: 'New',
    setNow: 'Now',
    inTenMinutes: 'In 10 minutes',
    resourcesHint: 'One URI in each line.',
    result: 'The message',
    sound: 'Well-formed.',
    faulty: (count: number) => (count === 1 ? 'One fault.' : `${count} faults.`),
    otherFault: 'In the message as a whole',
    copyText: 'Copy text',
    copyCode: 'Copy code',
    code: 'As code',
    codeFor: 'Library',
    open: 'Open in Inspect',
    sign: 'Sign with a wallet',
    signText: 'The address becomes that of the wallet. Nothing is sent to a server: you sign in nowhere with it.',
    noWallet: 'There is no wallet in this browser.',
    looking: 'Looking for wallets…',
    asking: (wallet: string) => `Asking ${wallet}…`,
    signed: (wallet: string) => `${wallet} signed. Here is what was found.`,
    notSound: 'Mend the faults first; a wallet would sign them as they are.',
    unnamed: 'Browser wallet',
    problems: {
      declined: 'You declined in the wallet.',
      'request-open': 'The wallet already has a request open. Finish or close it, then try again.',
      locked: 'The wallet is locked. Unlock it, then try again.',
      'no-account': 'The wallet shared no account.',
      'cannot-sign': 'This wallet can’t sign messages.',
      disconnected: 'The wallet disconnected. Try again.',
      'window-blocked': 'The browser blocked the wallet’s window. Allow it, then try again.',
      failed: 'The wallet reported an error.',
      'wallet.text_changed': 'The wallet changed the message before it signed it.',
      'wallet.text_prefixed':
        'The wallet put something before the message and signed both, as hardware wallets do on Solana.',
      'wallet.old_signature':
        'The wallet answered with a signature of the old kind, which its address does not have. Choose a native SegWit or Taproot account.',
    },
  },
}
