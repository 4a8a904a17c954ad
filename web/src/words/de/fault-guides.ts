// In German, for whoever makes sign-in messages: what may stand where a fault is, and how to mend it.
import type { FaultGuides } from '../message-faults.ts'

const charactersOfUri = 'Buchstaben, Ziffern und die Satzzeichen von URIs; alles andere prozentkodiert.'
const allLines = 'URI, Version, Chain ID, Nonce und Issued At, je eine Zeile, in dieser Reihenfolge.'

export const faultGuides: FaultGuides = {
  'message.invalid': {
    may: 'Der Text einer Anmeldenachricht.',
    mend: 'Fügen Sie die ganze Nachricht ein, von der Domain bis zur letzten Zeile.',
  },
  'message.domain_empty': {
    may: 'Die Domain, die fragt, etwa example.com.',
    mend: 'Schreiben Sie die Domain vor „ wants you to sign in …“. Oft war beim Schreiben der Nachricht eine Variable leer.',
  },
  'message.address_checksum': {
    may: 'Dieselbe Adresse, groß und klein geschrieben wie ihre Prüfsumme.',
    mend: 'Lassen Sie Ihre Bibliothek die Adresse mit Prüfsumme schreiben, bevor sie in die Nachricht kommt.',
  },
  'message.too_long': {
    may: 'Höchstens 4096 Zeichen.',
    mend: 'Kürzen Sie die Erklärung, oder nennen Sie weniger Ressourcen.',
  },
  'message.carriage_return': {
    may: 'Ein Zeilenvorschub allein (\\n).',
    mend: 'Verbinden Sie die Zeilen mit \\n und nicht mit dem Zeilenende des Systems. Unter Windows kann ein Editor oder die Zwischenablage das CR ergänzt haben.',
  },
  'message.character_foreign': {
    may: 'Sichtbare ASCII-Zeichen.',
    mend: 'Löschen Sie das Zeichen, oder schreiben Sie das ASCII-Zeichen, nach dem es aussieht. Wer aus Webseiten oder Dokumenten kopiert, kopiert solche Zeichen mit.',
  },
  'message.header_missing': {
    may: '„ wants you to sign in with your Ethereum account:“ gleich nach der Domain, und dahinter nichts; oder Solana, oder Bitcoin.',
    mend: 'Schreiben Sie die erste Zeile Buchstabe für Buchstabe wie der Standard.',
  },
  'message.scheme_invalid': {
    may: 'Ein Buchstabe, dann Buchstaben, Ziffern, „+“, „-“ oder „.“, dann „://“.',
    mend: 'Schreiben Sie https:// vor die Domain, oder lassen Sie es samt „://“ weg.',
  },
  'message.domain_invalid': {
    may: 'Ein Host, wenn nötig mit „:“ und Port.',
    mend: 'Lassen Sie den Pfad und alles Weitere nach dem Host weg; die ganze Adresse steht in der Zeile URI.',
  },
  'message.address_missing': {
    may: 'Die Adresse der Wallet: 0x… bei Ethereum, Base58 bei Solana, 1…, 3… oder bc1… bei Bitcoin.',
    mend: 'Schreiben Sie die Adresse in die zweite Zeile. Oft war die Wallet noch nicht verbunden, als die Nachricht entstand.',
  },
  'message.address_invalid': {
    may: 'Ein kleines 0x und genau 40 hexadezimale Ziffern, dann das Zeilenende.',
    mend: 'Schreiben Sie die Adresse selbst: keinen Namen, nicht die Adresse einer anderen Chain, nichts davor oder dahinter.',
  },
  'message.solana_address_character': {
    may: 'Ziffern und Buchstaben von base58, ohne 0, O, I und l.',
    mend: 'Kopieren Sie die Adresse noch einmal: 0 und O, I und l sind leicht zu verwechseln, und deshalb lässt base58 sie weg.',
  },
  'message.solana_address_length': {
    may: '32 bis 44 Zeichen base58, die 32 Bytes sind.',
    mend: 'Schreiben Sie den ganzen öffentlichen Schlüssel, nicht den Namen und nicht die gekürzte Form der Wallet.',
  },
  'message.bitcoin_address_character': {
    may: 'Base58 in einer Adresse, die mit 1, 3, m, n oder 2 beginnt; nach bc1 oder tb1 die Ziffern und kleinen Buchstaben von bech32, ohne 1, b, i und o.',
    mend: 'Kopieren Sie die Adresse noch einmal aus der Wallet.',
  },
  'message.bitcoin_address_case': {
    may: 'Durchweg kleine Buchstaben: bc1q…, nie BC1Q… und nie gemischt.',
    mend: 'Schreiben Sie die Adresse in kleinen Buchstaben. Codes zum Scannen benutzen große, weil sie so kürzer sind; eine Nachricht nicht.',
  },
  'message.bitcoin_address_checksum': {
    may: 'Eine Adresse, deren letzte Zeichen die Prüfsumme der anderen sind.',
    mend: 'Kopieren Sie die Adresse noch einmal; ein Zeichen ist falsch.',
  },
  'message.bitcoin_address_length': {
    may: '20 oder 32 Bytes, wie ihre Art sie hat.',
    mend: 'Kopieren Sie die ganze Adresse, vom ersten Zeichen bis zum letzten.',
  },
  'message.bitcoin_address_network': {
    may: '1…, 3… und bc1… im Hauptnetz; m…, n…, 2… und tb1… in einem Testnetz.',
    mend: 'Nehmen Sie eine Adresse von Bitcoin selbst: Andere Münzen schreiben ihre ähnlich.',
  },
  'message.bitcoin_address_witness': {
    may: 'bc1q… (Version 0) oder bc1p… (Version 1, Taproot).',
    mend: 'Nehmen Sie eine Adresse, deren Art etwas nachweisen kann: P2WPKH, P2WSH, P2TR, P2SH-P2WPKH oder P2PKH.',
  },
  'message.bitcoin_address_encoding': {
    may: 'Bech32 bei bc1q…, bech32m bei bc1p….',
    mend: 'Lassen Sie die Wallet oder eine Bibliothek, die BIP-350 kennt, die Adresse schreiben.',
  },
  'message.solana_chain_unknown': {
    may: 'mainnet, testnet oder devnet, oder dasselbe mit „solana:“ davor.',
    mend: 'Schreiben Sie das Netz mit seinem Wort: mainnet.',
  },
  'message.bitcoin_chain_unknown': {
    may: '000000000019d6689c085ae165831e93 (Hauptnetz) oder eine andere der Chains in docs/reference/messages.md.',
    mend: 'Schreiben Sie die ersten 32 hexadezimalen Ziffern des Hashes des ersten Blocks, wie CAIP-2 es für bip122 tut.',
  },
  'message.chain_of_another_address': {
    may: 'Eine Chain des Netzes, zu dem die Adresse gehört.',
    mend: 'Nehmen Sie eine Adresse dieser Chain, oder nennen Sie die Chain der Adresse.',
  },
  'message.blank_line_after_address': {
    may: 'Eine leere Zeile.',
    mend: 'Lassen Sie nach der Adresse eine Zeile leer.',
  },
  'message.statement_character': {
    may: 'Buchstaben, Ziffern, Leerzeichen und die Satzzeichen von URIs, alles in einer Zeile. Nicht: " % < > \\ ^ ` { | }',
    mend: 'Nehmen Sie andere Zeichen: Auch ’ und „ sind kein ASCII, und Umlaute oder Emoji passen in keine Erklärung.',
  },
  'message.blank_line_before_fields': {
    may: 'Eine leere Zeile.',
    mend: 'Halten Sie die Erklärung in einer Zeile, mit einer leeren danach. Ohne Erklärung folgen auf die Adresse zwei leere Zeilen, in einer Nachricht von Solana eine.',
  },
  'message.blank_line_unexpected': {
    may: 'Die nächste Angabe.',
    mend: 'Entfernen Sie die leere Zeile; die Angaben stehen Zeile auf Zeile.',
  },
  'message.uri_missing': {
    may: allLines,
    mend: 'Ergänzen Sie nach der leeren Zeile „URI: “ mit der Adresse der Seite.',
  },
  'message.version_missing': { may: allLines, mend: 'Ergänzen Sie „Version: 1“ nach der URI.' },
  'message.chain_id_missing': {
    may: allLines,
    mend: 'Ergänzen Sie nach der Version „Chain ID: “ mit der Chain: bei Ethereum ihrer Nummer, bei Solana mainnet, bei Bitcoin dem Hash ihres ersten Blocks.',
  },
  'message.nonce_missing': {
    may: allLines,
    mend: 'Ergänzen Sie „Nonce: “ mit 8 oder mehr zufälligen Buchstaben und Ziffern Ihres Servers.',
  },
  'message.issued_at_missing': {
    may: allLines,
    mend: 'Ergänzen Sie nach der Nonce „Issued At: “ mit der jetzigen Zeit.',
  },
  'message.field_order': {
    may: 'In dieser Folge: URI, Version, Chain ID, Nonce, Issued At, Expiration Time, Not Before, Request ID, Resources.',
    mend: 'Bringen Sie die Zeilen in diese Reihenfolge.',
  },
  'message.field_duplicate': {
    may: 'Jede Angabe einmal.',
    mend: 'Behalten Sie die Zeile, die Sie meinen, und entfernen Sie die andere.',
  },
  'message.field_unknown': {
    may: 'Nur die Angaben des Standards.',
    mend: 'Entfernen Sie die Zeile. Was Ihre Anwendung sonst braucht, passt in die Erklärung, die Request ID oder eine Ressource.',
  },
  'message.field_name': {
    may: 'Der Name der Angabe Buchstabe für Buchstabe, ein Doppelpunkt und ein Leerzeichen.',
    mend: 'Berichtigen Sie den Namen: „Chain ID“, nicht „Chain Id“; ein Leerzeichen nach dem Doppelpunkt.',
  },
  'message.uri_invalid': {
    may: charactersOfUri,
    mend: 'Schreiben Sie die ganze URI mit ihrem Schema, etwa https://example.com/sign-in.',
  },
  'message.version_unsupported': { may: '1', mend: 'Schreiben Sie „Version: 1“.' },
  'message.chain_id_invalid': {
    may: 'Dezimalziffern.',
    mend: 'Schreiben Sie die Chain als Dezimalzahl: 1, nicht 0x1 und nicht eip155:1.',
  },
  'message.nonce_short': {
    may: '8 oder mehr Buchstaben und Ziffern.',
    mend: 'Machen Sie auf Ihrem Server eine längere Nonce, mit mindestens 128 zufälligen Bits.',
  },
  'message.nonce_character': {
    may: 'Buchstaben und Ziffern.',
    mend: 'Schreiben Sie die Nonce in hexadezimalen Ziffern: Base64 und UUIDs bringen „-“, „+“, „/“ oder „=“ mit.',
  },
  'message.time_malformed': {
    may: 'Eine Zeit wie 2024-02-29T16:25:24Z, mit Z oder einem Versatz wie +01:00.',
    mend: 'Schreiben Sie sie, wie toISOString() es tut.',
  },
  'message.time_nonexistent': {
    may: 'Ein Tag, den der Monat hat, und eine Uhrzeit, die der Tag hat.',
    mend: 'Berichtigen Sie Tag oder Uhrzeit; im Kalender gibt es sie nicht.',
  },
  'message.request_id_invalid': {
    may: "Buchstaben, Ziffern, - . _ ~ ! $ & ' ( ) * + , ; = : @ und prozentkodierte Bytes.",
    mend: 'Prozentkodieren Sie den Rest, wie encodeURIComponent es tut.',
  },
  'message.resource_line': {
    may: 'Ein Bindestrich, ein Leerzeichen und eine URI.',
    mend: 'Beginnen Sie die Zeile mit „- “.',
  },
  'message.resource_invalid': {
    may: charactersOfUri,
    mend: 'Schreiben Sie die ganze URI mit ihrem Schema, etwa https://example.com/terms.',
  },
  'message.line_feed_at_end': {
    may: 'Nichts: Die Nachricht endet mit ihrem letzten Zeichen.',
    mend: 'Schneiden Sie den Zeilenvorschub ab, bevor die Nachricht unterschrieben wird. Dateien und Heredocs enden mit einem.',
  },
  'message.text_after_end': {
    may: 'Nichts, oder eine weitere Angabe in der Reihenfolge des Standards.',
    mend: 'Entfernen Sie, was nach der letzten Angabe folgt.',
  },
}
