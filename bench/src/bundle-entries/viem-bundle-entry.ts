export { getAddress } from 'viem'
export { createSiweMessage, parseSiweMessage, validateSiweMessage } from 'viem/siwe'
