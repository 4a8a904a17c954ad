// What the provider refuses stands in the log with its reason, and with the paragraph of the guides that says what to change.
import { expect, test } from 'vitest'
import { addTestApplication, authorizeUrl, createOpenIdApp, exchange } from '../../testing/test-openid.ts'
