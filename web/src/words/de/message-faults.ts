// What each fault of a sign-in message is, in German, what to do about it, and what is allowed at its place.
import type { MessageFaultWords } from '../message-faults.ts'

const charactersOfUri = 'Buchstaben, Ziffern und die Satzzeichen von URIs; alles andere prozentkodiert.'
const allLines = 'URI, Version, Chain ID, Nonce und Issued At, je eine Zeile, in dieser Reihenfolge.'
const asIssued = 'Unterschreiben Sie die Nachricht genau so, wie sie ausgestellt wurde.'
const startAgain = 'Beginnen Sie auf dieser Website neu, und unterschreiben Sie nur die Nachricht, die sie zeigt.'
const requestAgain = 'Fordern Sie eine neue Nachricht an, und unterschreiben Sie die.'

export const messageFaults: MessageFaultWords = {
  'message.invalid': {
    title: 'Das ist keine Anmeldenachricht.',
    action: 'Fügen Sie die ganze Nachricht ein, von der Domain bis zur letzten Zeile.',
    allowed: 'Der Text einer Anmeldenachricht.',
  },
  'message.domain_empty': {
    title: 'Die Nachricht sagt nicht, welche Seite fragt.',
    action:
      'Schreiben Sie die Domain vor „ wants you to sign in …“. Oft war beim Schreiben der Nachricht eine Variable leer.',
    allowed: 'Die Domain, die fragt, etwa example.com.',
  },
  'message.address_checksum': {
    title: 'Die Groß- und Kleinschreibung der Adresse stimmt nicht.',
    action: 'Lassen Sie Ihre Bibliothek die Adresse mit Prüfsumme schreiben, bevor sie in die Nachricht kommt.',
    allowed: 'Dieselbe Adresse, groß und klein geschrieben wie ihre Prüfsumme.',
  },
  'message.too_long': {
    title: 'Die Nachricht ist länger, als eine Anmeldenachricht sein darf.',
    action: 'Kürzen Sie die Erklärung, oder nennen Sie weniger Ressourcen.',
    allowed: 'Höchstens 4096 Zeichen.',
  },
  'message.carriage_return': {
    title: 'Die Zeilen der Nachricht enden auf fremde Weise.',
    action:
      'Verbinden Sie die Zeilen mit \\n und nicht mit dem Zeilenende des Systems. Unter Windows kann ein Editor oder die Zwischenablage das CR ergänzt haben.',
    allowed: 'Ein Zeilenvorschub allein (\\n).',
  },
  'message.character_foreign': {
    title: 'Die Nachricht enthält ein Zeichen, das nicht hineingehört.',
    action:
      'Löschen Sie das Zeichen, oder schreiben Sie das ASCII-Zeichen, nach dem es aussieht. Wer aus Webseiten oder Dokumenten kopiert, kopiert solche Zeichen mit.',
    allowed: 'Sichtbare ASCII-Zeichen.',
  },
  'message.header_missing': {
    title: 'Die Nachricht beginnt nicht wie eine Anmeldenachricht.',
    action:
      'Schreiben Sie die erste Zeile genau wie der Standard: die Domain, dann „ wants you to sign in with your Ethereum account:“, oder Solana oder Bitcoin anstelle von Ethereum.',
    allowed:
      '„ wants you to sign in with your Ethereum account:“ gleich nach der Domain, und dahinter nichts; oder Solana, oder Bitcoin.',
  },
  'message.scheme_invalid': {
    title: 'Am Anfang der Nachricht steht keine Webadresse.',
    action:
      'Schreiben Sie https:// vor die Domain, oder lassen Sie es samt „://“ weg. Ein Schema ist ein Buchstabe, dann Buchstaben, Ziffern, „+“, „-“ oder „.“.',
    allowed: 'Ein Buchstabe, dann Buchstaben, Ziffern, „+“, „-“ oder „.“, dann „://“.',
  },
  'message.domain_invalid': {
    title: 'Was in der Nachricht als Seite steht, ist nicht der Name einer Seite.',
    action:
      'Schreiben Sie einen Host, wenn nötig mit Port. Lassen Sie den Pfad und alles Weitere weg; die ganze Adresse steht in der Zeile URI.',
    allowed: 'Ein Host, wenn nötig mit „:“ und Port.',
  },
  'message.address_missing': {
    title: 'Die Nachricht nennt keine Wallet.',
    action:
      'Schreiben Sie die Adresse in die zweite Zeile. Oft war die Wallet noch nicht verbunden, als die Nachricht entstand.',
    allowed: 'Die Adresse der Wallet: 0x… bei Ethereum, Base58 bei Solana, 1…, 3… oder bc1… bei Bitcoin.',
  },
  'message.address_invalid': {
    title: 'Die Adresse in der Nachricht ist nicht die einer Wallet.',
    action:
      'Schreiben Sie ein kleines 0x und genau 40 hexadezimale Ziffern: keinen Namen, nicht die Adresse einer anderen Chain, nichts davor oder dahinter.',
    allowed: 'Ein kleines 0x und genau 40 hexadezimale Ziffern, dann das Zeilenende.',
  },
  'message.solana_address_character': {
    title: 'Die Adresse enthält ein Zeichen, das keine Solana-Adresse hat.',
    action:
      'Kopieren Sie die Adresse noch einmal: 0 und O, I und l sind leicht zu verwechseln, und deshalb lässt base58 sie weg.',
    allowed: 'Ziffern und Buchstaben von base58, ohne 0, O, I und l.',
  },
  'message.solana_address_length': {
    title: 'Die Adresse ist nicht so lang wie eine Solana-Adresse.',
    action: 'Schreiben Sie den ganzen öffentlichen Schlüssel, nicht den Namen und nicht die gekürzte Form der Wallet.',
    allowed: '32 bis 44 Zeichen base58, die 32 Bytes sind.',
  },
  'message.bitcoin_address_character': {
    title: 'Die Adresse enthält ein Zeichen, das keine Bitcoin-Adresse ihrer Art hat.',
    action:
      'Kopieren Sie die Adresse noch einmal aus der Wallet: Base58 hat kein 0, O, I und l, und Bech32 nach seinem Präfix kein 1, b, i und o.',
    allowed:
      'Base58 in einer Adresse, die mit 1, 3, m, n oder 2 beginnt; nach bc1 oder tb1 die Ziffern und kleinen Buchstaben von bech32, ohne 1, b, i und o.',
  },
  'message.bitcoin_address_case': {
    title: 'Die Bitcoin-Adresse steht in Großbuchstaben, wo kleine hingehören.',
    action:
      'Schreiben Sie die Adresse in kleinen Buchstaben. Codes zum Scannen benutzen große, weil sie so kürzer sind; eine Nachricht nicht.',
    allowed: 'Durchweg kleine Buchstaben: bc1q…, nie BC1Q… und nie gemischt.',
  },
  'message.bitcoin_address_checksum': {
    title: 'Die Bitcoin-Adresse ist verschrieben: Ihre letzten Zeichen passen nicht zu den anderen.',
    action: 'Kopieren Sie die Adresse noch einmal; ein Zeichen ist falsch.',
    allowed: 'Eine Adresse, deren letzte Zeichen die Prüfsumme der anderen sind.',
  },
  'message.bitcoin_address_length': {
    title: 'Die Bitcoin-Adresse ist zu kurz oder zu lang.',
    action: 'Kopieren Sie die ganze Adresse, vom ersten Zeichen bis zum letzten.',
    allowed: '20 oder 32 Bytes, wie ihre Art sie hat.',
  },
  'message.bitcoin_address_network': {
    title: 'Die Adresse gehört zu keinem Bitcoin-Netz.',
    action:
      'Nehmen Sie eine Adresse von Bitcoin: Sie beginnt mit 1, 3 oder bc1, auf Testnetzen mit m, n, 2, tb1 oder bcrt1.',
    allowed: '1…, 3… und bc1… im Hauptnetz; m…, n…, 2… und tb1… in einem Testnetz.',
  },
  'message.bitcoin_address_witness': {
    title: 'Die Bitcoin-Adresse ist von einer Art, die es noch nicht gibt.',
    action: 'Nehmen Sie eine Adresse, deren Art etwas nachweisen kann: P2WPKH, P2WSH, P2TR, P2SH-P2WPKH oder P2PKH.',
    allowed: 'bc1q… (Version 0) oder bc1p… (Version 1, Taproot).',
  },
  'message.bitcoin_address_encoding': {
    title: 'Die Bitcoin-Adresse ist in der Schreibweise einer anderen Art geschrieben.',
    action:
      'Kopieren Sie die Adresse noch einmal aus der Wallet, oder lassen Sie sie von einer Bibliothek schreiben, die BIP-350 kennt.',
    allowed: 'Bech32 bei bc1q…, bech32m bei bc1p….',
  },
  'message.blank_line_after_address': {
    title: 'Nach der Adresse fehlt eine leere Zeile.',
    action: 'Lassen Sie nach der Adresse eine Zeile leer.',
    allowed: 'Eine leere Zeile.',
  },
  'message.statement_character': {
    title: 'Die Erklärung in der Nachricht enthält ein unerlaubtes Zeichen.',
    action:
      'Nehmen Sie Buchstaben, Ziffern, Leerzeichen und die Satzzeichen von URIs; nicht " % < > \\ ^ ` { | }, typografische Anführungszeichen, Akzente oder Emoji.',
    allowed:
      'Buchstaben, Ziffern, Leerzeichen und die Satzzeichen von URIs, alles in einer Zeile. Nicht: " % < > \\ ^ ` { | }',
  },
  'message.blank_line_before_fields': {
    title: 'Vor den Angaben der Nachricht fehlt eine leere Zeile.',
    action:
      'Halten Sie die Erklärung in einer Zeile, mit einer leeren danach. Ohne Erklärung folgen auf die Adresse zwei leere Zeilen, in einer Nachricht von Solana eine.',
    allowed: 'Eine leere Zeile.',
  },
  'message.blank_line_unexpected': {
    title: 'Eine leere Zeile steht, wo keine hingehört.',
    action: 'Entfernen Sie die leere Zeile; die Angaben stehen Zeile auf Zeile.',
    allowed: 'Die nächste Angabe.',
  },
  'message.uri_missing': {
    title: 'Die Nachricht sagt nicht, für welche Seite sie ist.',
    action: 'Ergänzen Sie nach der leeren Zeile „URI: “ mit der Adresse der Seite.',
    allowed: allLines,
  },
  'message.version_missing': {
    title: 'Die Nachricht nennt ihre Version nicht.',
    action: 'Ergänzen Sie „Version: 1“ nach der URI.',
    allowed: allLines,
  },
  'message.chain_id_missing': {
    title: 'Die Nachricht nennt keine Chain.',
    action:
      'Ergänzen Sie nach der Version „Chain ID: “ mit der Chain: bei Ethereum ihrer Nummer, bei Solana mainnet, bei Bitcoin dem Hash ihres ersten Blocks.',
    allowed: allLines,
  },
  'message.nonce_missing': {
    title: 'Der Nachricht fehlt der Zufallsteil, der sie einmalig macht.',
    action: 'Ergänzen Sie „Nonce: “ mit 8 oder mehr zufälligen Buchstaben und Ziffern Ihres Servers.',
    allowed: allLines,
  },
  'message.issued_at_missing': {
    title: 'Die Nachricht sagt nicht, wann sie entstand.',
    action: 'Ergänzen Sie nach der Nonce „Issued At: “ mit der jetzigen Zeit.',
    allowed: allLines,
  },
  'message.field_order': {
    title: 'Die Angaben der Nachricht stehen in falscher Reihenfolge.',
    action: 'Schreiben Sie die Felder in der Reihenfolge des Standards.',
    allowed:
      'In dieser Folge: URI, Version, Chain ID, Nonce, Issued At, Expiration Time, Not Before, Request ID, Resources.',
  },
  'message.field_duplicate': {
    title: 'Eine Angabe der Nachricht steht zweimal da.',
    action: 'Behalten Sie die Zeile, die Sie meinen, und entfernen Sie die andere.',
    allowed: 'Jede Angabe einmal.',
  },
  'message.field_unknown': {
    title: 'Die Nachricht enthält eine Zeile, die nicht hineingehört.',
    action:
      'Entfernen Sie die Zeile. Was Ihre Anwendung sonst braucht, passt in die Erklärung, die Request ID oder eine Ressource.',
    allowed: 'Nur die Angaben des Standards.',
  },
  'message.field_name': {
    title: 'Der Name einer Angabe in der Nachricht ist falsch geschrieben.',
    action:
      'Schreiben Sie den Namen genau wie der Standard: „Chain ID“, nicht „Chain Id“; ein Leerzeichen nach dem Doppelpunkt.',
    allowed: 'Der Name der Angabe Buchstabe für Buchstabe, ein Doppelpunkt und ein Leerzeichen.',
  },
  'message.uri_invalid': {
    title: 'Die Seite, die in der Nachricht steht, ist keine Webadresse.',
    action:
      'Schreiben Sie eine absolute URI mit ihrem Schema, etwa https://example.com/sign-in, und prozentkodieren Sie, was eine URI nicht enthalten kann.',
    allowed: charactersOfUri,
  },
  'message.version_unsupported': {
    title: 'Die Nachricht hat eine Version, die es nicht gibt.',
    action: 'Schreiben Sie „Version: 1“.',
    allowed: '1',
  },
  'message.chain_id_invalid': {
    title: 'Die Chain in der Nachricht ist keine Zahl.',
    action: 'Schreiben Sie die Chain als Dezimalzahl: 1, nicht 0x1 und nicht eip155:1.',
    allowed: 'Dezimalziffern.',
  },
  'message.solana_chain_unknown': {
    title: 'Das Netz in der Nachricht ist keines von Solana.',
    action: 'Schreiben Sie mainnet, testnet, devnet oder localnet, oder den Namen, den CAIP-2 dem Cluster gibt.',
    allowed: 'mainnet, testnet oder devnet, oder dasselbe mit „solana:“ davor.',
  },
  'message.bitcoin_chain_unknown': {
    title: 'Das Netz in der Nachricht ist keines von Bitcoin.',
    action:
      'Schreiben Sie die ersten 32 hexadezimalen Ziffern des Hashes des ersten Blocks, wie CAIP-2 es für bip122 tut.',
    allowed: '000000000019d6689c085ae165831e93 (Hauptnetz) oder eine andere der Chains in docs/reference/messages.md.',
  },
  'message.chain_of_another_address': {
    title: 'Die Adresse in der Nachricht gehört zu einem anderen Netz, als die Nachricht nennt.',
    action: 'Nehmen Sie eine Adresse der Chain, die die Nachricht nennt, oder nennen Sie die Chain der Adresse.',
    allowed: 'Eine Chain des Netzes, zu dem die Adresse gehört.',
  },
  'message.nonce_short': {
    title: 'Der Zufallsteil der Nachricht ist zu kurz, um sicher zu sein.',
    action: 'Nehmen Sie mindestens 8 Buchstaben und Ziffern, besser 128 zufällige Bits von Ihrem Server.',
    allowed: '8 oder mehr Buchstaben und Ziffern.',
  },
  'message.nonce_character': {
    title: 'Der Zufallsteil der Nachricht enthält ein unerlaubtes Zeichen.',
    action:
      'Nehmen Sie nur Buchstaben und Ziffern, etwa hexadezimale: Base64 und UUIDs enthalten „-“, „+“, „/“ oder „=“.',
    allowed: 'Buchstaben und Ziffern.',
  },
  'message.time_malformed': {
    title: 'Eine Zeit in der Nachricht ist nicht lesbar.',
    action:
      'Schreiben Sie die Zeit wie 2024-02-29T16:25:24Z, so wie toISOString() es tut, mit Z oder einem Versatz am Ende.',
    allowed: 'Eine Zeit wie 2024-02-29T16:25:24Z, mit Z oder einem Versatz wie +01:00.',
  },
  'message.time_nonexistent': {
    title: 'Eine Zeit in der Nachricht gibt es im Kalender nicht.',
    action: 'Berichtigen Sie Tag oder Uhrzeit; im Kalender gibt es sie nicht.',
    allowed: 'Ein Tag, den der Monat hat, und eine Uhrzeit, die der Tag hat.',
  },
  'message.request_id_invalid': {
    title: 'Die Anfragekennung in der Nachricht enthält ein unerlaubtes Zeichen.',
    action: 'Prozentkodieren Sie, was ein Pfadsegment einer URI nicht enthalten kann, wie encodeURIComponent es tut.',
    allowed: "Buchstaben, Ziffern, - . _ ~ ! $ & ' ( ) * + , ; = : @ und prozentkodierte Bytes.",
  },
  'message.resource_line': {
    title: 'Eine Ressource in der Nachricht ist nicht als solche geschrieben.',
    action: 'Schreiben Sie jede Ressource auf eine eigene Zeile, die mit „- “ beginnt.',
    allowed: 'Ein Bindestrich, ein Leerzeichen und eine URI.',
  },
  'message.resource_invalid': {
    title: 'Eine Ressource in der Nachricht ist keine Webadresse.',
    action:
      'Schreiben Sie eine absolute URI mit ihrem Schema, etwa https://example.com/terms, und prozentkodieren Sie, was eine URI nicht enthalten kann.',
    allowed: charactersOfUri,
  },
  'message.line_feed_at_end': {
    title: 'Am Ende der Nachricht steht eine leere Zeile.',
    action:
      'Schneiden Sie den Zeilenvorschub ab, bevor die Nachricht unterschrieben wird. Dateien und Heredocs enden mit einem.',
    allowed: 'Nichts: Die Nachricht endet mit ihrem letzten Zeichen.',
  },
  'message.text_after_end': {
    title: 'Nach dem Ende der Nachricht folgt noch Text.',
    action: 'Entfernen Sie, was nach der letzten Angabe folgt.',
    allowed: 'Nichts, oder eine weitere Angabe in der Reihenfolge des Standards.',
  },
  'message.scheme_mismatch': {
    title: 'Die Nachricht ist für eine andere Art der Verbindung gemacht.',
    action: startAgain,
  },
  'message.domain_mismatch': { title: 'Die Nachricht ist für eine andere Seite gemacht.', action: startAgain },
  'message.address_mismatch': {
    title: 'Die Nachricht nennt eine andere Wallet.',
    action: 'Unterschreiben Sie mit der Wallet, nach der gefragt wurde.',
  },
  'message.statement_mismatch': {
    title: 'Die Erklärung in der Nachricht stammt nicht von dieser Seite.',
    action: asIssued,
  },
  'message.uri_mismatch': { title: 'Die Nachricht ist für eine andere Adresse gemacht.', action: startAgain },
  'message.chain_not_allowed': {
    title: 'Die Chain in der Nachricht wird hier nicht angenommen.',
    action: 'Wechseln Sie zu einer Chain, die hier erlaubt ist, und versuchen Sie es noch einmal.',
  },
  'message.nonce_mismatch': { title: 'Die Nachricht gehört zu einer anderen Anmeldung.', action: requestAgain },
  'message.issued_at_mismatch': {
    title: 'Die Nachricht nennt eine andere Zeit, als diese Seite geschrieben hat.',
    action: asIssued,
  },
  'message.expiration_time_mismatch': {
    title: 'Die Nachricht läuft zu einer anderen Zeit ab, als diese Seite geschrieben hat.',
    action: asIssued,
  },
  'message.not_before_mismatch': {
    title: 'Die Nachricht gilt ab einer anderen Zeit, als diese Seite geschrieben hat.',
    action: asIssued,
  },
  'message.request_id_mismatch': { title: 'Die Nachricht gehört zu einer anderen Anfrage.', action: asIssued },
  'message.resources_mismatch': {
    title: 'Die Ressourcen in der Nachricht stammen nicht von dieser Seite.',
    action: asIssued,
  },
  'message.issued_in_future': {
    title: 'Die Nachricht will aus der Zukunft sein.',
    action: 'Prüfen Sie die Uhr, und fordern Sie dann eine neue Nachricht an.',
  },
  'message.expired': { title: 'Die Nachricht ist abgelaufen.', action: requestAgain },
  'message.not_yet_valid': {
    title: 'Die Nachricht gilt noch nicht.',
    action: 'Warten Sie, bis die Nachricht gilt, und versuchen Sie es dann noch einmal.',
  },
}
