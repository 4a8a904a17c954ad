// What each fault of a sign-in message means to a person. What can be done is mostly the same: whoever signs never
// wrote the message, so they can only ask for a new one, or use a wallet that leaves it as it is.
import type { MessageFaultWords } from '../message-faults.ts'

const altered =
  'Die Nachricht wurde unterwegs verändert. Versuchen Sie es noch einmal; bleibt es dabei, nehmen Sie eine andere Wallet.'
const foreign =
  'Unterschreiben Sie sie nicht. Beginnen Sie auf dieser Seite neu, und unterschreiben Sie nur die Nachricht, die sie zeigt.'
const outdated = 'Fordern Sie eine neue Nachricht an und unterschreiben Sie die.'

export const messageFaults: MessageFaultWords = {
  'message.invalid': { title: 'Das ist keine Anmeldenachricht.', action: altered },
  'message.domain_empty': { title: 'Die Nachricht sagt nicht, welche Seite fragt.', action: altered },
  'message.address_checksum': { title: 'Die Groß- und Kleinschreibung der Adresse stimmt nicht.', action: altered },
  'message.too_long': { title: 'Die Nachricht ist länger, als eine Anmeldenachricht sein darf.', action: altered },
  'message.carriage_return': { title: 'Die Zeilen der Nachricht enden auf fremde Weise.', action: altered },
  'message.character_foreign': { title: 'Die Nachricht enthält ein Zeichen, das nicht hineingehört.', action: altered },
  'message.header_missing': { title: 'Die Nachricht beginnt nicht wie eine Anmeldenachricht.', action: altered },
  'message.scheme_invalid': { title: 'Am Anfang der Nachricht steht keine Webadresse.', action: altered },
  'message.domain_invalid': {
    title: 'Was in der Nachricht als Seite steht, ist nicht der Name einer Seite.',
    action: altered,
  },
  'message.address_missing': { title: 'Die Nachricht nennt keine Wallet.', action: altered },
  'message.address_invalid': { title: 'Die Adresse in der Nachricht ist nicht die einer Wallet.', action: altered },
  'message.solana_address_character': {
    title: 'Die Adresse enthält ein Zeichen, das keine Solana-Adresse hat.',
    action: altered,
  },
  'message.solana_address_length': { title: 'Die Adresse ist nicht so lang wie eine Solana-Adresse.', action: altered },
  'message.bitcoin_address_character': {
    title: 'Die Adresse enthält ein Zeichen, das keine Bitcoin-Adresse ihrer Art hat.',
    action: altered,
  },
  'message.bitcoin_address_case': {
    title: 'Die Bitcoin-Adresse steht in Großbuchstaben, wo kleine hingehören.',
    action: altered,
  },
  'message.bitcoin_address_checksum': {
    title: 'Die Bitcoin-Adresse ist verschrieben: Ihre letzten Zeichen passen nicht zu den anderen.',
    action: altered,
  },
  'message.bitcoin_address_length': { title: 'Die Bitcoin-Adresse ist zu kurz oder zu lang.', action: altered },
  'message.bitcoin_address_network': { title: 'Die Adresse gehört zu keinem Bitcoin-Netz.', action: altered },
  'message.bitcoin_address_witness': {
    title: 'Die Bitcoin-Adresse ist von einer Art, die es noch nicht gibt.',
    action: altered,
  },
  'message.bitcoin_address_encoding': {
    title: 'Die Bitcoin-Adresse ist in der Schreibweise einer anderen Art geschrieben.',
    action: altered,
  },
  'message.solana_chain_unknown': { title: 'Das Netz in der Nachricht ist keines von Solana.', action: altered },
  'message.bitcoin_chain_unknown': { title: 'Das Netz in der Nachricht ist keines von Bitcoin.', action: altered },
  'message.chain_of_another_address': {
    title: 'Die Adresse in der Nachricht gehört zu einem anderen Netz, als die Nachricht nennt.',
    action: altered,
  },
  'message.blank_line_after_address': { title: 'Nach der Adresse fehlt eine leere Zeile.', action: altered },
  'message.statement_character': {
    title: 'Die Erklärung in der Nachricht enthält ein unerlaubtes Zeichen.',
    action: altered,
  },
  'message.blank_line_before_fields': {
    title: 'Vor den Angaben der Nachricht fehlt eine leere Zeile.',
    action: altered,
  },
  'message.blank_line_unexpected': { title: 'Eine leere Zeile steht, wo keine hingehört.', action: altered },
  'message.uri_missing': { title: 'Die Nachricht sagt nicht, für welche Seite sie ist.', action: altered },
  'message.version_missing': { title: 'Die Nachricht nennt ihre Version nicht.', action: altered },
  'message.chain_id_missing': { title: 'Die Nachricht nennt keine Chain.', action: altered },
  'message.nonce_missing': { title: 'Der Nachricht fehlt der Zufallsteil, der sie einmalig macht.', action: altered },
  'message.issued_at_missing': { title: 'Die Nachricht sagt nicht, wann sie entstand.', action: altered },
  'message.field_order': { title: 'Die Angaben der Nachricht stehen in falscher Reihenfolge.', action: altered },
  'message.field_duplicate': { title: 'Eine Angabe der Nachricht steht zweimal da.', action: altered },
  'message.field_unknown': { title: 'Die Nachricht enthält eine Zeile, die nicht hineingehört.', action: altered },
  'message.field_name': { title: 'Der Name einer Angabe in der Nachricht ist falsch geschrieben.', action: altered },
  'message.uri_invalid': { title: 'Die Seite, die in der Nachricht steht, ist keine Webadresse.', action: altered },
  'message.version_unsupported': { title: 'Die Nachricht hat eine Version, die es nicht gibt.', action: altered },
  'message.chain_id_invalid': { title: 'Die Chain in der Nachricht ist keine Zahl.', action: altered },
  'message.nonce_short': { title: 'Der Zufallsteil der Nachricht ist zu kurz, um sicher zu sein.', action: altered },
  'message.nonce_character': {
    title: 'Der Zufallsteil der Nachricht enthält ein unerlaubtes Zeichen.',
    action: altered,
  },
  'message.time_malformed': { title: 'Eine Zeit in der Nachricht ist nicht lesbar.', action: altered },
  'message.time_nonexistent': { title: 'Eine Zeit in der Nachricht gibt es im Kalender nicht.', action: altered },
  'message.request_id_invalid': {
    title: 'Die Anfragekennung in der Nachricht enthält ein unerlaubtes Zeichen.',
    action: altered,
  },
  'message.resource_line': {
    title: 'Eine Ressource in der Nachricht ist nicht als solche geschrieben.',
    action: altered,
  },
  'message.resource_invalid': { title: 'Eine Ressource in der Nachricht ist keine Webadresse.', action: altered },
  'message.line_feed_at_end': { title: 'Am Ende der Nachricht steht eine leere Zeile.', action: altered },
  'message.text_after_end': { title: 'Nach dem Ende der Nachricht folgt noch Text.', action: altered },
  'message.scheme_mismatch': {
    title: 'Die Nachricht ist für eine andere Art der Verbindung gemacht.',
    action: foreign,
  },
  'message.domain_mismatch': { title: 'Die Nachricht ist für eine andere Seite gemacht.', action: foreign },
  'message.address_mismatch': {
    title: 'Die Nachricht nennt eine andere Wallet.',
    action: 'Wählen Sie die Wallet, nach der gefragt wurde, und unterschreiben Sie damit.',
  },
  'message.statement_mismatch': {
    title: 'Die Erklärung in der Nachricht stammt nicht von dieser Seite.',
    action: foreign,
  },
  'message.uri_mismatch': { title: 'Die Nachricht ist für eine andere Adresse gemacht.', action: foreign },
  'message.chain_not_allowed': {
    title: 'Die Chain in der Nachricht wird hier nicht angenommen.',
    action: 'Wählen Sie in Ihrer Wallet ein anderes Netzwerk und versuchen Sie es noch einmal.',
  },
  'message.nonce_mismatch': { title: 'Die Nachricht gehört zu einer anderen Anmeldung.', action: outdated },
  'message.issued_at_mismatch': {
    title: 'Die Nachricht nennt eine andere Zeit, als diese Seite geschrieben hat.',
    action: foreign,
  },
  'message.expiration_time_mismatch': {
    title: 'Die Nachricht läuft zu einer anderen Zeit ab, als diese Seite geschrieben hat.',
    action: foreign,
  },
  'message.not_before_mismatch': {
    title: 'Die Nachricht gilt ab einer anderen Zeit, als diese Seite geschrieben hat.',
    action: foreign,
  },
  'message.request_id_mismatch': { title: 'Die Nachricht gehört zu einer anderen Anfrage.', action: outdated },
  'message.resources_mismatch': {
    title: 'Die Ressourcen in der Nachricht stammen nicht von dieser Seite.',
    action: foreign,
  },
  'message.issued_in_future': {
    title: 'Die Nachricht will aus der Zukunft sein.',
    action: 'Prüfen Sie die Uhr Ihres Geräts und fordern Sie dann eine neue Nachricht an.',
  },
  'message.expired': { title: 'Die Nachricht ist abgelaufen.', action: outdated },
  'message.not_yet_valid': {
    title: 'Die Nachricht gilt noch nicht.',
    action: 'Warten Sie einen Augenblick und versuchen Sie es dann noch einmal.',
  },
}
