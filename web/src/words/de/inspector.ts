// The words of the inspector in German. The names of fields stay as they stand in the message.
import type { Chapters } from '../shape.ts'

export const inspector: Chapters['inspector'] = {
  title: 'Prüfstelle',
  intro: 'Was eine Anmeldenachricht sagt, und was genau an ihr falsch ist.',
  local: 'Alles geschieht in diesem Browser. Nichts, was Sie eingeben, wird irgendwohin gesendet.',
  views: 'Was zu tun ist',
  inspect: 'Prüfen',
  compose: 'Verfassen',
  message: 'Nachricht',
  messageHint: 'Fügen Sie den Text ein, der unterschrieben wurde, genau wie er ist.',
  signature: 'Unterschrift (wenn vorhanden)',
  more: 'Origin und Zeit',
  origin: 'Origin, für die sie sein soll',
  originHint: 'Etwa https://example.com. Leer: wird nicht verglichen.',
  originWithoutScheme:
    'Hier fehlt das Schema. Schreiben Sie die Origin wie https://example.com oder http://localhost:3000.',
  originInvalid: 'Das ist keine Origin. Schreiben Sie sie wie https://example.com oder http://localhost:3000.',
  at: 'Zeitpunkt, zu dem sie beurteilt wird',
  atHint: 'Etwa 2024-02-29T12:00:00Z. Leer: jetzt.',
  atInvalid: 'Das ist keine Zeit. Schreiben Sie sie wie 2024-02-29T12:00:00Z.',
  clear: 'Leeren',
  copyLink: 'Link kopieren',
  linkCopied:
    'Der Link ist kopiert. Was Sie eingegeben haben, steht darin hinter dem #, das Browser an keinen Server senden.',
  linkTooLong: 'Für einen Link ist das zu lang.',
  converted: {
    title: 'Der eingefügte Text hatte CRLF als Zeilenenden.',
    text: 'Unter Windows ergänzt die Zwischenablage sie von selbst; darum wurden sie als Zeilenvorschübe gelesen.',
    keep: 'CRLF behalten',
  },
  empty: {
    title: 'Fügen Sie eine Nachricht ein',
    text: 'Sie erfahren, was jede Zeile bedeutet, ob sie jetzt und für Ihre Origin gilt und wer unterschrieben hat. Ist etwas falsch, sehen Sie die Stelle, die Regel und wie man es behebt.',
    examples: 'Oder sehen Sie ein Beispiel an',
    sound: 'Eine richtige Nachricht',
    signed: 'Mit ihrer Unterschrift',
    names: {
      'message.carriage_return': 'CRLF als Zeilenende',
      'message.character_foreign': 'Zeichen ohne Breite',
      'message.address_checksum': 'Falsche Prüfsumme',
      'message.field_order': 'Falsche Reihenfolge',
      'message.nonce_short': 'Zu kurze Nonce',
      'message.line_feed_at_end': 'Zeilenvorschub am Ende',
    },
  },
  findings: 'Was gefunden wurde',
  wellFormed: {
    eip155: 'Das ist eine wohlgeformte Anmeldenachricht.',
    solana: 'Das ist eine wohlgeformte Anmeldenachricht für Solana.',
    bip122: 'Das ist eine wohlgeformte Anmeldenachricht für Bitcoin.',
  },
  malformed: (count) =>
    count === 1
      ? 'Das ist keine wohlgeformte Anmeldenachricht: ein Fehler.'
      : `Das ist keine wohlgeformte Anmeldenachricht: ${count} Fehler.`,
  announceFaults: (count, place, title) =>
    count === 1 ? `Ein Fehler, ${place}: ${title}` : `${count} Fehler. Der erste, ${place}: ${title}`,
  line: (line) => `Zeile ${line}`,
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
  faults: 'Fehler',
  faultNumber: (number, count) => `Fehler ${number} von ${count}`,
  faultMark: (number) => `Fehler ${number}`,
  found: 'Was dort steht',
  foundEnd: 'Nichts: Hier endet der Text, oder es fehlt etwas.',
  may: 'Was dort stehen darf',
  rule: 'Die Regel',
  mend: 'Wie man es behebt',
  showInText: 'Im Text zeigen',
  mendIt: 'Beheben',
  mendPerhaps: 'So versuchen',
  mendAll: 'Alle beheben',
  mendCertain: 'Alles Sichere beheben',
  mended: 'Behoben.',
  mendedText:
    'Eine schon unterschriebene Nachricht lässt sich nicht berichtigen: Die Unterschrift gilt dem Text, wie er war.',
  undo: 'Rückgängig machen',
  undone: 'Rückgängig gemacht.',
  text: 'Der Text, Zeile für Zeile',
  lineFeed: 'Zeilenvorschub',
  times: (label, times) => `${label} ×${times}`,
  looksLike: (character) => `sieht aus wie ${character}`,
  restNotShown: (count) => `${count} weitere Zeichen werden nicht gezeigt.`,
  strangeTitle: 'Zeichen, die nicht sind, was sie scheinen',
  strange: {
    invisible: 'ist unsichtbar',
    direction: 'ändert die Schreibrichtung',
    control: 'ist ein Steuerzeichen',
    'line-ending': 'beendet eine Zeile auf fremde Weise',
    'look-alike': 'ist ein Doppelgänger',
    foreign: 'gehört nicht in eine Anmeldenachricht',
  },
  strangeMore: (count) => `Und ${count} weitere.`,
  says: 'Was sie sagt',
  fields: {
    scheme: { name: 'Schema', meaning: 'Wie die Seite erreicht wird; ohne Angabe nehmen Wallets https an.' },
    domain: {
      name: 'Domain',
      meaning: 'Die Seite, die um die Unterschrift bittet. Die Wallet vergleicht sie mit der, die fragt.',
    },
    address: { name: 'Adresse', meaning: 'Die Wallet, die unterschreibt.' },
    statement: { name: 'Erklärung', meaning: 'Was die Person vor dem Unterschreiben lesen soll.' },
    uri: { name: 'URI', meaning: 'Wofür die Unterschrift ist; meist die Seite, die fragt.' },
    version: { name: 'Version', meaning: 'Die Version des Standards; es gibt nur 1.' },
    chainId: {
      name: 'Chain',
      meaning: 'Die Chain des Kontos. Dort wird die Unterschrift einer Contract-Wallet geprüft.',
    },
    nonce: { name: 'Nonce', meaning: 'Zufällig von der Seite gewählt, damit eine Unterschrift nur einmal anmeldet.' },
    issuedAt: { name: 'Ausgestellt', meaning: 'Wann die Seite die Nachricht geschrieben hat.' },
    expirationTime: { name: 'Läuft ab', meaning: 'Von diesem Augenblick an gilt die Nachricht nicht mehr.' },
    notBefore: { name: 'Gilt ab', meaning: 'Vor diesem Augenblick gilt die Nachricht noch nicht.' },
    requestId: { name: 'Anfrage', meaning: 'Das eigene Zeichen der Seite für diese Anmeldung.' },
    resources: { name: 'Ressourcen', meaning: 'Was die Seite mit der Anmeldung verbunden haben will.' },
  },
  timeTitle: 'Zeit',
  timeStates: {
    valid: 'Zu diesem Zeitpunkt gilt sie.',
    expired: 'Sie ist abgelaufen.',
    'not-yet-valid': 'Sie gilt noch nicht.',
    'issued-in-future': 'Sie will aus der Zukunft sein: Eine Uhr geht falsch.',
  },
  judgedAt: 'Beurteilt zum Zeitpunkt',
  now: 'jetzt',
  notSaid: 'nicht angegeben',
  originTitle: 'Origin',
  originMatches: 'Die Nachricht ist für diese Origin.',
  originDiffers: 'Die Nachricht ist nicht für diese Origin. Eine Wallet, die das prüft, warnt oder lehnt ab.',
  originParts: { scheme: 'Schema', host: 'Host', subdomain: 'Subdomain', port: 'Port' },
  relations: {
    parent: 'Die Nachricht nennt eine Domain über der der Origin.',
    child: 'Die Nachricht nennt eine Subdomain der Origin.',
    sibling: 'Beide enden gleich, aber das macht sie nicht zu einer Seite.',
    unrelated: 'Die Hosts haben nichts miteinander zu tun.',
  },
  originOutcomes: { same: 'gleich', different: 'verschieden', 'not-told': 'nicht angegeben' },
  inMessage: 'In der Nachricht',
  inOrigin: 'In der Origin',
  nothing: 'nichts',
  signatureTitle: 'Unterschrift',
  signatureMatches: 'Sie ist die Unterschrift der Adresse in der Nachricht, über genau diesen Text.',
  signatureDiffers: 'Sie ist nicht die Unterschrift der Adresse in der Nachricht über diesen Text.',
  signatureDiffersWhy:
    'Eine andere Wallet hat unterschrieben, oder der Text ist nicht der unterschriebene: Ein geändertes Zeichen genügt.',
  signatureUnread: 'Aus diesem Text und dieser Unterschrift geht nicht hervor, wer unterschrieben hat.',
  signatureContract:
    'Gehört die Adresse zu einer Contract-Wallet, kann nur deren Contract sagen, ob er diese Unterschrift annimmt.',
  forms: {
    plain: { title: 'Eine einfache Unterschrift', text: '65 Bytes: r, s und v.' },
    compact: { title: 'Eine kompakte Unterschrift', text: '64 Bytes, mit v in s (EIP-2098).' },
    wrapped: {
      title: 'Eine eingepackte Unterschrift',
      text: 'Von einer Contract-Wallet, die es auf ihrer Chain vielleicht noch nicht gibt (ERC-6492).',
    },
    other: {
      title: 'Nicht die Unterschrift eines einfachen Schlüssels',
      text: 'Die eines Schlüssels hat 65 oder 64 Bytes; Contract-Wallets haben welche jeder Länge (ERC-1271).',
    },
    'not-hexadecimal': {
      title: 'Keine Unterschrift',
      text: 'Eine Unterschrift beginnt mit 0x, dann folgt eine gerade Zahl hexadezimaler Ziffern.',
    },
    ed25519: {
      title: 'Eine Solana-Unterschrift',
      text: '64 Bytes in base58: Ed25519 über den Text selbst (RFC 8032).',
    },
    'not-base58': {
      title: 'Keine Unterschrift',
      text: 'Eine Unterschrift von Solana steht als 64 Bytes in base58 da.',
    },
    'bip322-simple': {
      title: 'Eine einfache Bitcoin-Unterschrift',
      text: 'Der Witness allein, in base64, davor smp oder nichts (BIP-322).',
    },
    'bip322-full': {
      title: 'Eine volle Bitcoin-Unterschrift',
      text: 'Die ganze Transaktion, in base64 nach ful (BIP-322).',
    },
    'bitcoin-legacy': {
      title: 'Eine alte Bitcoin-Unterschrift',
      text: '65 Bytes in base64, aus denen der Schlüssel hervorgeht; nur Adressen, die mit 1, m oder n beginnen, haben sie.',
    },
    'not-base64': {
      title: 'Keine Unterschrift',
      text: 'Eine Unterschrift von Bitcoin steht in base64 da, davor smp oder ful oder nichts.',
    },
  },
  flaws: {
    'high-s':
      's liegt in der oberen Hälfte. Jeder kann die eine Form in die andere verwandeln; strenge Server nehmen darum nur die untere (EIP-2).',
    'v-not-27-or-28':
      'v ist weder 27 noch 28. Manche Hardware-Wallets schreiben 0 oder 1; strenge Server lehnen das ab.',
    'r-out-of-range': 'r ist null oder nicht kleiner als die Ordnung der Kurve. So unterschreibt kein Schlüssel.',
    's-out-of-range': 's ist null oder nicht kleiner als die Ordnung der Kurve. So unterschreibt kein Schlüssel.',
    'no-key': 'Zu diesen Zahlen passt kein Schlüssel.',
    'prefix-missing': 'Sie beginnt nicht mit 0x. So lehnen viele Server sie ab.',
    'wrapper-unreadable': 'Die Verpackung ist nicht lesbar: Ihre Teile stehen nicht, wo sie es sagt.',
    address_invalid: 'In der zweiten Zeile steht keine Adresse, also lässt sich nichts prüfen.',
    text_not_encodable:
      'Der Text enthält ein halbes Zeichen; dafür gibt es keine Bytes, die jemand hätte unterschreiben können.',
    not_base58: 'Das sind keine 64 Bytes in base58.',
    key_not_canonical: 'Die Adresse ist eine zweite Schreibweise eines anderen Schlüssels.',
    key_small_order: 'Die Adresse ist einer der wenigen Punkte, für die jeder Unterschriften machen kann.',
    r_not_canonical: 'Die erste Hälfte ist eine zweite Schreibweise eines anderen Punkts.',
    r_small_order: 'Die erste Hälfte ist einer der wenigen Punkte, die nichts beweisen.',
    s_out_of_range: 'Die zweite Hälfte liegt nicht unter der Ordnung der Kurve.',
    off_curve:
      'Die Adresse ist kein Schlüssel: Sie gehört einem Programm, etwa der Kasse einer Multisig, und ein Programm kann keine Nachricht unterschreiben.',
    too_long: 'Sie ist länger als jede Unterschrift, die gelesen wird.',
    not_base64: 'Sie ist nicht base64 oder beginnt nicht mit smp oder ful und base64.',
    proof_of_funds: 'Sie weist Guthaben nach (pof); verlangt ist eine Unterschrift der Nachricht allein.',
    simple_not_allowed:
      'Für eine Adresse dieser Art gibt es keine einfache Unterschrift (BIP-322): Nötig ist die volle, die mit ful beginnt.',
    form_unclear:
      'Welche Art Unterschrift das ist, lässt sich nicht sagen: Sie muss mit smp oder ful beginnen (BIP-322).',
    legacy_for_segwit:
      'Sie ist von der alten Art, die nur Adressen haben, die mit 1, m oder n beginnen; nötig ist eine Unterschrift nach BIP-322.',
    legacy_header: 'Ihr erstes Byte ist keines, das eine Adresse dieser Art hat.',
    witness_malformed: 'Sie enthält keinen Witness-Stapel, oder danach steht noch etwas.',
    transaction_malformed: 'Sie enthält keine Transaktion, oder danach steht noch etwas.',
    transaction_shape:
      'Ihre Transaktion hat einen anderen Eingang, einen anderen Ausgang oder eine andere Version, als BIP-322 sagt.',
    witness_surplus: 'Sie enthält mehr oder weniger Stücke, als diese Adresse braucht.',
    script_unknown:
      'Das Skript hinter der Adresse ist keines, das hier verstanden wird: ein Schlüssel, oder einige von mehreren.',
    other_script: 'Ihr Skript ist nicht das der Adresse.',
    signature_encoding: 'Eine Unterschrift darin steht nicht in der einen Schreibweise, die sie hat.',
    sighash: 'Eine Unterschrift darin gilt nicht für die ganze Transaktion.',
    high_s:
      'Eine Zahl einer Unterschrift darin (s) liegt in der oberen Hälfte: Dieselbe Unterschrift gibt es in einer niedrigeren Form.',
    annex: 'Sie trägt einen Anhang (annex), der hier nichts bedeutet.',
    timelock:
      'Sie ist an eine Zeit oder ein Alter gebunden (Timelock), und ob es so weit ist, kann hier niemand sagen.',
  },
  bytes: (count) => `${count} Bytes`,
  signer: 'Unterschrieben von',
  wrapper: { factory: 'Factory', factoryData: 'Aufruf der Factory', inner: 'Unterschrift darin' },
  hintsTitle: 'Wo Leser sich unterscheiden',
  hints: {
    'no-statement-blank-lines': {
      title: 'Keine Erklärung, und zwei leere Zeilen',
      text: 'Nach der Grammatik ist das richtig. Manche älteren Leser erwarten hier eine leere Zeile und lehnen zwei ab, oder umgekehrt.',
    },
    'line-feed-at-end': {
      title: 'Ein Zeilenvorschub am Ende',
      text: 'Die Nachricht endet mit ihrem letzten Zeichen. Nachsichtige Leser schneiden ihn ab; strenge Wallets und Server lehnen ihn ab, weil andere Bytes unterschrieben wurden.',
    },
    'address-lower-case': {
      title: 'Die Adresse ist ganz klein geschrieben',
      text: 'Der Standard verlangt die Form mit Prüfsumme. Manche Leser nehmen Kleinbuchstaben an, strenge nicht.',
    },
    'address-upper-case': {
      title: 'Die Adresse ist ganz groß geschrieben',
      text: 'Der Standard verlangt die Form mit Prüfsumme. Manche Leser nehmen Großbuchstaben an, strenge nicht.',
    },
    'leap-second': {
      title: 'Eine Schaltsekunde',
      text: 'RFC 3339 erlaubt die Sekunde 60, und die meisten Sprachen können sie nicht lesen. Nehmen Sie Sekunde 59 derselben Minute.',
    },
    'port-in-domain': {
      title: 'Die Domain nennt einen Port',
      text: 'Eine Wallet muss ihn mit dem der Seite vergleichen. Manche vergleichen nur den Host.',
    },
    'default-port': {
      title: 'Der Port versteht sich von selbst',
      text: 'Browser lassen 443 bei https und 80 bei http weg; eine Wallet, die Texte vergleicht, sieht dann zwei verschiedene Origins. Lassen Sie den Port weg.',
    },
    'scheme-missing': {
      title: 'Kein Schema vor der Domain',
      text: 'Wallets nehmen dann https an. Auf einer Seite mit http, etwa localhost, warnen strenge Wallets.',
    },
    'time-offset': {
      title: 'Eine Zeit mit Versatz',
      text: 'Erlaubt, aber manche Leser vergleichen Zeiten als Text. Schreiben Sie Zeiten in UTC mit Z am Ende.',
    },
    'time-fraction': {
      title: 'Eine Zeit mit ungewöhnlichen Sekundenbruchteilen',
      text: 'Erlaubt, aber viele Leser behalten drei Stellen und schreiben dann einen anderen Text, als unterschrieben wurde.',
    },
    'userinfo-in-domain': {
      title: 'In der Domain steht etwas vor einem @',
      text: 'Der Host ist nur, was auf das @ folgt. Wer „bank.example@evil.example“ flüchtig liest, sieht die falsche Seite; viele Wallets lehnen das ab.',
    },
    'domain-capitals': {
      title: 'Großbuchstaben in der Domain',
      text: 'Bei Hosts zählt die Schreibweise nicht, aber manche Wallets und Server vergleichen Buchstabe für Buchstabe. Schreiben Sie die Domain klein.',
    },
    'chain-id-number': {
      title: 'Eine Chain, die als Zahl gelesen eine andere wird',
      text: 'Führende Nullen, oder mehr Ziffern, als viele Sprachen genau zählen: Leser, die daraus eine Zahl machen, schreiben einen anderen Text, als unterschrieben wurde.',
    },
    'time-small-letters': {
      title: 'Eine Zeit mit kleinem t oder z',
      text: 'RFC 3339 erlaubt das, viele Leser lehnen es ab. Schreiben Sie T und Z.',
    },
    'no-expiration': {
      title: 'Keine Ablaufzeit',
      text: 'Von selbst läuft die Nachricht nie ab. Nur das Gedächtnis des Servers für die Nonce beendet sie.',
    },
    'domain-uri-differ': {
      title: 'Domain und URI nennen verschiedene Hosts',
      text: 'Erlaubt, aber Wallets zeigen die Domain, und Server vertrauen oft der URI. Strenge Server lehnen es ab.',
    },
    'empty-statement': {
      title: 'Eine leere Erklärung',
      text: 'Die Grammatik erlaubt sie mit drei Zeilenvorschüben hintereinander. Viele Leser halten sie für keine und schreiben dann einen anderen Text, als unterschrieben wurde.',
    },
    'empty-resources': {
      title: 'Eine Liste von Ressourcen ohne eine',
      text: 'Die Grammatik erlaubt sie. Viele Leser lassen die Zeile weg und schreiben dann einen anderen Text, als unterschrieben wurde.',
    },
  },
  composing: {
    intro: 'Füllen Sie die Felder aus; Fehler erscheinen, wo sie entstehen.',
    form: 'Angaben der Nachricht',
    optional: 'wahlweise',
    newNonce: 'Neu',
    setNow: 'Jetzt',
    inTenMinutes: 'In 10 Minuten',
    resourcesHint: 'Eine URI je Zeile.',
    result: 'Die Nachricht',
    sound: 'Wohlgeformt.',
    faulty: (count) => (count === 1 ? 'Ein Fehler.' : `${count} Fehler.`),
    otherFault: 'In der Nachricht als Ganzem',
    copyText: 'Text kopieren',
    copyCode: 'Code kopieren',
    code: 'Als Code',
    codeFor: 'Bibliothek',
    open: 'In der Prüfung öffnen',
    sign: 'Mit einer Wallet unterschreiben',
    signText:
      'Die Adresse wird die der Wallet. Nichts wird an einen Server gesendet: Angemeldet werden Sie damit nirgends.',
    noWallet: 'In diesem Browser ist keine Wallet.',
    looking: 'Wallets werden gesucht …',
    asking: (wallet) => `${wallet} wird gefragt …`,
    signed: (wallet) => `${wallet} hat unterschrieben. Das wurde gefunden.`,
    notSound: 'Beheben Sie erst die Fehler; eine Wallet würde sie mit unterschreiben.',
    unnamed: 'Wallet des Browsers',
    problems: {
      declined: 'Sie haben in der Wallet abgelehnt.',
      'request-open':
        'In der Wallet ist schon eine Anfrage offen. Beantworten oder schließen Sie sie, und versuchen Sie es noch einmal.',
      locked: 'Die Wallet ist gesperrt. Entsperren Sie sie, und versuchen Sie es noch einmal.',
      'no-account': 'Die Wallet hat kein Konto mitgeteilt.',
      'cannot-sign': 'Diese Wallet kann keine Nachrichten unterschreiben.',
      disconnected: 'Die Wallet hat die Verbindung getrennt. Versuchen Sie es noch einmal.',
      'window-blocked':
        'Der Browser hat das Fenster der Wallet blockiert. Erlauben Sie es, und versuchen Sie es noch einmal.',
      failed: 'Die Wallet hat einen Fehler gemeldet.',
    },
  },
}
