// `npm run wallets`: signs in by pasting signatures that btclib, a Bitcoin library for Python, makes.
// A separate job, because it needs Python and PyPI.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findChromium } from '@countersign/testing/find-chromium'
import {
  clickSignElsewhereButton,
  enterAddressToSignElsewhere,
  submitPastedSignature,
} from '../../e2e/src/sign-elsewhere-test-steps.ts'
import { startServerForTests } from '../../e2e/src/start-server-for-tests.ts'
import { expectAccountPage } from '../../e2e/src/wallet-sign-in-test-steps.ts'
import { installPythonPackages, ThirdPartyProgramInstallError } from './third-party-program-installers.ts'

const version = '2026.10.24'
const folder = join(tmpdir(), 'countersign-programs', 'btclib')

// Reads the number of a public test key, an address type, and a text; prints the address and the
// signatures with the header of BIP-137 and with the header that Electrum writes for every type.
const program = `
import sys
from btclib.b32 import p2wpkh
from btclib.b58 import p2pkh, p2wpkh_p2sh
from btclib.ecc import bms
from btclib.key import PrvKeyData
number, kind = sys.argv[1:]
key = PrvKeyData(int(number))
address = {"p2pkh": p2pkh, "p2sh-p2wpkh": p2wpkh_p2sh, "p2wpkh": p2wpkh}[kind](key.pub)
text = sys.stdin.buffer.read()
print(address)
print(bms.sign(text, key, address).b64encode())
print(bms.sign(text, key).b64encode())
`

interface SignedByBtclib {
  readonly address: string
  readonly bip137: string
  readonly electrum: string
}

function signWithBtclib(number: number, kind: string, text: string): SignedByBtclib {
  const run = spawnSync(join(folder, 'bin/python'), ['-c', program, String(number), kind], {
    input: text,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`btclib could not sign: ${run.stderr}`)
  const [address = '', bip137 = '', electrum = ''] = run.stdout.trim().split('\n')
  return { address, bip137, electrum }
}

async function signInElsewhere(page: Page, number: number, kind: string, header: 'bip137' | 'electrum'): Promise<void> {
  const { address } = signWithBtclib(number, kind, '')
  await page.goto('/sign-in')
  await clickSignElsewhereButton(page)
  const text = await enterAddressToSignElsewhere(page, address)
  const signature = signWithBtclib(number, kind, text)[header]
  await submitPastedSignature(page, signature)
  await expectAccountPage(page)
  const session = (await (await page.context().request.get('/api/session')).json()) as {
    session: { wallet: { address: string } | null } | null
  }
  if (session.session?.wallet?.address !== address) throw new Error(`Expected a session of ${address}`)
  console.log(`${kind}, header ${Buffer.from(signature, 'base64')[0]}: ${address} signed in`)
}

try {
  await installPythonPackages(folder, `btclib==${version}`)
} catch (error) {
  if (!(error instanceof ThirdPartyProgramInstallError)) throw error
  console.log(`skipped: ${error.message}`)
  process.exit()
}
const server = await startServerForTests()
const found = await findChromium()
const browser = await chromium.launch({ executablePath: found.path, args: found.flags })
try {
  console.log(`btclib ${version}`)
  // Other keys have other recovery numbers.
  for (const number of [96_001, 96_002, 96_003])
    for (const kind of ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh'])
      for (const header of ['bip137', 'electrum'] as const) {
        const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US' })
        await signInElsewhere(await context.newPage(), number, kind, header)
        await context.close()
      }
} finally {
  await browser.close()
  await server.remove()
}
