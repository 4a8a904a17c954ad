// Die Wörter der Prüfung von Beweisen: ob eine Zeile der Aktivität im Protokoll eines Kontrollpunkts stand.
import type { Chapters } from '../shape.ts'

export const logProof: Chapters['logProof'] = {
  stood: (origin, place) =>
    `Diese Zeile stand im Protokoll von ${origin} an der Stelle ${place}, als dieser Kontrollpunkt gemacht wurde.`,
  place: (place, size) => `${place} von ${size}`,
  unsigned: 'Die Zeile führt zum Kontrollpunkt. Ob das Protokoll ihn unterschrieben hat, zeigt erst dessen Schlüssel.',
  unsignedText: 'Geben Sie neben dem Text den Schlüssel des Protokolls ein, den der Betreiber veröffentlicht hat.',
  doesNotStand: 'Das zeigt nicht, dass die Zeile im Protokoll stand.',
  allStood: (lines, count, origin) =>
    lines === 1
      ? `Die eine Zeile mit Beweis stand im Protokoll von ${origin}, als dieser Kontrollpunkt gemacht wurde.`
      : `Alle ${count} Zeilen mit Beweis standen im Protokoll von ${origin}, als dieser Kontrollpunkt gemacht wurde.`,
  someDoNot: (lines, count, all) =>
    lines === 1
      ? `Von ${all} Zeilen ist von einer nicht gezeigt, dass sie im Protokoll stand.`
      : `Von ${all} Zeilen ist von ${count} nicht gezeigt, dass sie im Protokoll standen.`,
  checkpointWrong: 'Auf den Kontrollpunkt der Datei ist kein Verlass; bewiesen ist damit nichts von ihr.',
  noCheckpoint: 'Die Datei hat keinen Kontrollpunkt: Nichts von ihr ist bewiesen.',
  without: (lines, count) =>
    lines === 1
      ? 'Eine Zeile hat keinen Beweis und braucht keinen: Sie ist älter als der Baum des Protokolls oder neuer als der Kontrollpunkt.'
      : `${count} Zeilen haben keinen Beweis und brauchen keinen: Sie sind älter als der Baum des Protokolls oder neuer als der Kontrollpunkt.`,
  checking: (count, all) => `Wird geprüft… ${count} von ${all} Zeilen`,
  unproved: 'Hier ist kein Beweis.',
  unprovedText: 'Der Server gab noch keinen dazu, oder kein Kontrollpunkt deckt die Zeile ab.',
  unreadable: 'Das beginnt wie eine Kopie Ihrer Daten, lässt sich aber nicht als solche lesen.',
  unreadableText: 'Fügen Sie die ganze Datei ein oder eine Zeile daraus, von der ersten bis zur letzten Klammer.',
  steps: 'Schritt für Schritt',
  text: 'Der bewiesene Text sagt, was die Zeile sagt.',
  textAlone: 'Der Beweis bringt den Text der Zeile mit.',
  evidence: 'Die Belege sind die, mit denen die Zeile geschrieben wurde.',
  path: 'Der Pfad führt von dieser Zeile, an dieser Stelle, zur Wurzel des Kontrollpunkts.',
  signature: 'Der Kontrollpunkt ist mit dem Schlüssel des Protokolls unterschrieben.',
  faults: {
    proof_malformed: 'Das ist kein Beweis: Es hat nicht dessen Form (C2SP tlog-proof).',
    proof_missing: 'Der Kontrollpunkt deckt diese Zeile ab, und die Datei hat keinen Beweis dafür.',
    line_malformed: 'Diese Zeile lässt sich nicht lesen.',
    text_missing: 'Der Beweis sagt nicht, was in der Zeile stand (extra); so lässt sich nichts dagegenhalten.',
    text_malformed: 'Was der Beweis sagt, ist nicht der Text einer Zeile.',
    line_differs: 'Die Zeile sagt etwas anderes als der bewiesene Text.',
    place_differs: 'Der Beweis gilt für die Stelle einer anderen Zeile.',
    evidence_differs: 'Die Belege sind nicht die, mit denen die Zeile geschrieben wurde.',
    checkpoint_malformed: 'Der Kontrollpunkt lässt sich nicht lesen.',
    checkpoint_differs: 'Der Beweis führt zu einem anderen Kontrollpunkt als dem der Datei.',
    path_wrong: 'Der Pfad führt nicht von dieser Zeile, an dieser Stelle, zur Wurzel des Kontrollpunkts.',
    key_malformed:
      'Ein Schlüssel lässt sich nicht lesen. Geschrieben wird er als Name, Nummer und Base64, mit einem Plus dazwischen.',
    signature_unknown:
      'Keiner der Schlüssel, denen hier vertraut wird, hat den Kontrollpunkt als dessen Protokoll unterschrieben.',
    signature_wrong: 'Eine Unterschrift des Kontrollpunkts ist nicht die seines Schlüssels.',
  },
  says: 'Was die Zeile sagt',
  time: 'Zeit',
  kind: 'Art',
  outcome: 'Ergebnis',
  outcomes: { success: 'Erfolg', refused: 'abgelehnt' },
  details: 'Einzelheiten',
  checkpoint: 'Der Kontrollpunkt',
  origin: 'Protokoll',
  size: 'Stellen in seinem Baum',
  key: 'Schlüssel',
  keyOfFile:
    'Es ist der, den die Datei nennt. Vergleichen Sie ihn mit dem, den der Betreiber veröffentlicht hat: Wer eine Datei erfindet, nennt einen eigenen.',
  witnesses: 'Zeugen',
  noWitness:
    'Keiner, der hier bekannt ist, hat unterschrieben. Ohne Zeugen steht nur das Protokoll selbst dafür ein, dass es eine einzige Geschichte hat.',
  witnessed: (name, time) => `${name}, ${time}`,
  strangers: 'Auch von anderen unterschrieben',
  strangersText: 'Deren Schlüssel sind hier nicht bekannt; es sagt deshalb nichts.',
  failing: 'Zeilen, von denen nicht gezeigt ist, dass sie im Protokoll standen',
  line: (sequence) => `Zeile ${sequence}`,
  unnamedLine: 'Eine Zeile, die sich nicht lesen lässt',
  more: (count) => `Und ${count} weitere.`,
  one: 'Eine Zeile der Datei',
  number: 'Nummer der Zeile',
  noSuchLine: 'Die Datei hat keine solche Zeile.',
  lineWithout:
    'Diese Zeile hat keinen Beweis: Sie ist älter als der Baum des Protokolls oder neuer als der Kontrollpunkt.',
  copy: 'Beweis kopieren',
}
