// Uses the published libraries; the same program runs in every test environment.

export async function exercisePublishedLibraries(
  { message, errors, proof },
  { text, signature, address, otherAddress, others },
) {
  const chain = {
    read: async (questions) => ({
      block: { number: '7', hash: '0xb0', at: 0 },
      results: questions.map(() => ({
        outcome: 'answered',
        code: { hash: '0xc0', delegate: null },
        data: `0x1626ba7e${'0'.repeat(56)}`,
      })),
    }),
  }
  const silent = { read: () => Promise.reject(new proof.ChainUnavailableError('no node responds')) }
  const rules = { factories: [], allowDelegates: false }
  const fields = message.parseSignInMessage(text)
  // At the first signature check, the engine may still be loading.
  const byKey = proof.verifyEthereumKeySignature(text, signature, fields.address)
  return {
    byKey,
    byOtherKey: proof.verifyEthereumKeySignature(text, signature, otherAddress),
    byContract: (await proof.verifyContractSignature(text, signature, address, chain, rules)).outcome,
    byNobody: (await proof.verifyContractSignature(text, signature, address, silent, rules)).outcome,
    isWrittenBack: message.formatSignInMessage(fields) === text,
    address: message.toChecksumAddress(address.toLowerCase()),
    refused: refusalOf(message, `${text}\n`),
    rule: errors.messageErrorCatalog['message.line_feed_at_end'].rule,
    engine: proof.publicKeyRecoveryEngineName,
    hasReason: proof.publicKeyRecoveryFallbackReason !== undefined,
    others: others.map((signed) => useOther({ message, proof }, signed)),
  }
}

function useOther({ message, proof }, { text, signature, otherSignature }) {
  const {
    eip155MessageProfile,
    solanaMessageProfile,
    bip122MessageProfile,
    parseAnySignInMessage,
    formatSignInMessage,
  } = message
  const { profile, message: fields } = parseAnySignInMessage(text, [
    eip155MessageProfile,
    solanaMessageProfile,
    bip122MessageProfile,
  ])
  const prove = { solana: proof.verifySolanaSignature, bip122: proof.verifyBitcoinSignature }[profile.namespace]
  const told = ({ outcome, method, reason }) => method ?? `${outcome}: ${reason}`
  return {
    namespace: profile.namespace,
    isWrittenBack: formatSignInMessage(fields, { profile }) === text,
    proof: told(prove(text, signature, fields.address)),
    otherText: told(prove(`${text}.`, signature, fields.address)),
    otherSigner: told(prove(text, otherSignature, fields.address)),
  }
}

function refusalOf({ MessageError, parseSignInMessage }, text) {
  try {
    parseSignInMessage(text)
    return null
  } catch (fault) {
    if (!(fault instanceof MessageError)) throw fault
    return { code: fault.code, line: fault.line }
  }
}
