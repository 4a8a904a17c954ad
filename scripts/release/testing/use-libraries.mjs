// A program that uses the published libraries, the same in every place where they are tried; how it gets them is what is tried.

/** Uses everything once, and answers what came of it. */
export async function useLibraries({ message, faults, proof }, { text, signature, address, otherAddress }) {
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
