// A program that uses the published libraries, the same in every place where they are tried; how it gets them is what is tried.

/** Uses everything once, and answers what came of it. */
export async function useLibraries({ message, faults, proof }, { text, signature, address, otherAddress, others }) {
  const chain = {
    read: async (questions) => ({
      block: { number: '7', hash: '0xb0', at: 0 },
      answers: questions.map(() => ({
        outcome: 'answered',
        code: { hash: '0xc0', delegate: null },
        data: `0x1626ba7e${'0'.repeat(56)}`,
      })),
    }),
  }
  const silent = { read: () => Promise.reject(new proof.ChainUnavailable('nobody answers')) }
  const rules = { factories: [], allowDelegates: false }
  const fields = message.parseMessage(text)
  // The first thing that is asked of the keys: the engine may be loading still.
  const byKey = proof.proveKey(text, signature, fields.address)
  return {
    byKey,
    byOtherKey: proof.proveKey(text, signature, otherAddress),
    byContract: (await proof.proveContract(text, signature, address, chain, rules)).outcome,
    byNobody: (await proof.proveContract(text, signature, address, silent, rules)).outcome,
    isWrittenBack: message.formatMessage(fields) === text,
    address: message.toChecksumAddress(address.toLowerCase()),
    refused: refusalOf(message, `${text}\n`),
    rule: faults.messageFaults['message.line_feed_at_end'].rule,
    engine: proof.recoverEngine,
    hasReason: proof.recoverEngineReason !== undefined,
    others: others.map((signed) => useOther({ message, proof }, signed)),
  }
}

/** A message of Solana or Bitcoin: which it is, and what its signature proves. */
function useOther({ message, proof }, { text, signature, otherSignature }) {
  const { eip155, solana, bip122, readMessage, formatMessage } = message
  const { form, message: fields } = readMessage(text, [eip155, solana, bip122])
  const prove = { solana: proof.proveSolana, bip122: proof.proveBitcoin }[form.namespace]
  const told = ({ outcome, method, reason }) => method ?? `${outcome}: ${reason}`
  return {
    namespace: form.namespace,
    isWrittenBack: formatMessage(fields, { form }) === text,
    proof: told(prove(text, signature, fields.address)),
    otherText: told(prove(`${text}.`, signature, fields.address)),
    otherSigner: told(prove(text, otherSignature, fields.address)),
  }
}

function refusalOf({ MessageFault, parseMessage }, text) {
  try {
    parseMessage(text)
    return null
  } catch (fault) {
    if (!(fault instanceof MessageFault)) throw fault
    return { code: fault.code, line: fault.line }
  }
}
