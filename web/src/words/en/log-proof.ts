// The words of the check of proofs: whether a line of the activity stood in the log of a checkpoint. Whoever reads this has taken their data along, or was shown
// a proof by somebody who has.
import type { ProofFault } from '@countersign/api/check-proofs'

const faults: Readonly<Record<ProofFault, string>> = {
  proof_malformed: 'This is no proof: it has not the form of one (C2SP tlog-proof).',
  proof_missing: 'The checkpoint covers this line, and the file has no proof of it.',
  line_malformed: 'This line cannot be read.',
  text_missing: 'The proof does not say what the line said (extra), so that nothing can be held against it.',
  text_malformed: 'What the proof says is not the text of a line.',
  line_differs: 'The line says something else than the text that is proved.',
  place_differs: 'The proof is for the place of another line.',
  evidence_differs: 'The evidence is not the one that the line was written with.',
  checkpoint_malformed: 'The checkpoint cannot be read.',
  checkpoint_differs: 'The proof leads to another checkpoint than that of the file.',
  path_wrong: 'The path does not lead from this line, at this place, to the root of the checkpoint.',
  key_malformed: 'A key cannot be read. One is written as name, number and base64, with a plus between.',
  signature_unknown: 'None of the keys that are trusted here has signed the checkpoint as its log.',
  signature_wrong: 'A signature of the checkpoint is not that of its key.',
}

export const logProof = {
  /** @param place as `41 of 609` */
  stood: (origin: string, place: string) =>
    `This line stood in the log of ${origin} at place ${place} when this checkpoint was made.`,
  place: (place: string, size: string) => `${place} of ${size}`,
  unsigned: 'The line leads to the checkpoint. Whether the log has signed it cannot be told without its key.',
  unsignedText: 'Enter the key of the log, which its operator has published, beside the text.',
  doesNotStand: 'This does not show that the line stood in the log.',
  allStood: (lines: number, count: string, origin: string) =>
    lines === 1
      ? `The one line with a proof stood in the log of ${origin} when this checkpoint was made.`
      : `All ${count} lines with a proof stood in the log of ${origin} when this checkpoint was made.`,
  someDoNot: (lines: number, count: string, all: string) =>
    lines === 1
      ? `Of ${all} lines one is not shown to have stood in the log.`
      : `Of ${all} lines ${count} are not shown to have stood in the log.`,
  checkpointWrong: 'The checkpoint of the file cannot be relied on, and so nothing of it is proved.',
  noCheckpoint: 'The file has no checkpoint: nothing of it is proved.',
  without: (lines: number, count: string) =>
    lines === 1
      ? 'One line has no proof, and need not have one: it is older than the tree of the log, or newer than the checkpoint.'
      : `${count} lines have no proof, and need not have one: they are older than the tree of the log, or newer than the checkpoint.`,
  checking: (count: string, all: string) => `Verifying… ${count} of ${all} lines`,
  unproved: 'There is no proof in this.',
  unprovedText: 'It comes from a server that gave none yet, or the line is not covered by a checkpoint.',
  unreadable: 'This begins like an export, and cannot be read as one.',
  unreadableText: 'Paste the whole file, or one line out of it, from its first brace to its last.',
  steps: 'Step by step',
  text: 'The text that is proved says what the line says.',
  textAlone: 'The proof brings the text of the line.',
  evidence: 'The evidence is the one that the line was written with.',
  path: 'The path leads from this line, at this place, to the root of the checkpoint.',
  signature: 'The checkpoint is signed by the key of the log.',
  faults,
  says: 'What the line says',
  time: 'Time',
  kind: 'Kind',
  outcome: 'Outcome',
  outcomes: { success: 'success', refused: 'refused' },
  details: 'Details',
  checkpoint: 'The checkpoint',
  origin: 'Log',
  size: 'Places in its tree',
  key: 'Key',
  keyOfFile:
    'It is the one that the file names. Compare it with the one that the operator has published: who makes up a file names a key of their own.',
  witnesses: 'Witnesses',
  noWitness:
    'None that is known here has signed. Without one, only the log itself vouches for there being one history.',
  witnessed: (name: string, time: string) => `${name}, ${time}`,
  strangers: 'Signed by others too',
  strangersText: 'Their keys are not known here, so that it means nothing.',
  failing: 'Lines that are not shown to have stood in the log',
  line: (sequence: string) => `Line ${sequence}`,
  unnamedLine: 'A line that cannot be read',
  more: (count: string) => `And ${count} more.`,
  one: 'One line of the file',
  number: 'Number of the line',
  noSuchLine: 'The file has no such line.',
  lineWithout: 'This line has no proof: it is older than the tree of the log, or newer than the checkpoint.',
  copy: 'Copy its proof',
}
