import { expect, test } from 'vitest'
import { isUnencryptedPublicEndpoint } from './check-rpc-node.ts'

test.each([
  ['http://node.example/KEY', true],
  ['http://203.0.114.7:8545', true],
  ['http://[2606:4700::7]:8545', true],
  ['https://node.example/KEY', false],
  ['http://127.0.0.1:8545', false],
  ['http://localhost:8545', false],
  ['http://10.0.0.7:8545', false],
  ['http://[fd00::7]:8545', false],
  ['http://geth:8545', false],
  ['http://geth.internal:8545', false],
  ['http://geth.internal.example:8545', true],
])('S9: requests to %s cross a public network unencrypted: %s', (address, isOpen) => {
  expect(isUnencryptedPublicEndpoint(address)).toBe(isOpen)
})
