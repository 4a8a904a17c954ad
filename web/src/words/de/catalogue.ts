// The German catalogue: every word of the screens. A chapter or a word that is missing does not compile.
import type { Catalogue } from '../shape.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { admin } from './admin.ts'
import { adminActivity } from './admin-activity.ts'
import { adminApplications } from './admin-applications.ts'
import { adminBulk } from './admin-bulk.ts'
import { adminGroups } from './admin-groups.ts'
import { adminOverview } from './admin-overview.ts'
import { adminPalette } from './admin-palette.ts'
import { adminPeople } from './admin-people.ts'
import { adminReasons } from './admin-reasons.ts'
import { adminResources } from './admin-resources.ts'
import { adminSettings } from './admin-settings.ts'
import { adminTokens } from './admin-tokens.ts'
import { adminTries } from './admin-tries.ts'
import { anotherDevice } from './another-device.ts'
import { answering } from './answering.ts'
import { applications } from './applications.ts'
import { clock } from './clock.ts'
import { demand } from './demand.ts'
import { demonstrationWallet } from './demonstration-wallet.ts'
import { email } from './email.ts'
import { entrance } from './entrance.ts'
import { fault } from './fault.ts'
import { inspector } from './inspector.ts'
import { interaction } from './interaction.ts'
import { keptOut } from './kept-out.ts'
import { knownWallet } from './known-wallet.ts'
import { logProof } from './log-proof.ts'
import { lost } from './lost.ts'
import { messageFaults } from './message-faults.ts'
import { myData } from './my-data.ts'
import { noWallet } from './no-wallet.ts'
import { notAllowed } from './not-allowed.ts'
import { pagePreview } from './page-preview.ts'
import { passkeySignIn } from './passkey-sign-in.ts'
import { passkeys } from './passkeys.ts'
import { pendingMerge } from './pending-merge.ts'
import { person } from './person.ts'
import { proving } from './proving.ts'
import { scopes } from './scopes.ts'
import { setup } from './setup.ts'
import { stepUp } from './step-up.ts'
import { userName } from './user-name.ts'
import { wallets } from './wallets.ts'
import { worthDoing } from './worth-doing.ts'
import * as common from './common.ts'

export const catalogue: Catalogue = {
  ...common,
  account,
  activity,
  admin,
  adminActivity,
  adminApplications,
  adminBulk,
  adminGroups,
  adminOverview,
  adminPalette,
  adminPeople,
  adminReasons,
  adminResources,
  adminSettings,
  adminTokens,
  adminTries,
  anotherDevice,
  answering,
  applications,
  clock,
  demand,
  demonstrationWallet,
  email,
  entrance,
  fault,
  inspector,
  interaction,
  keptOut,
  knownWallet,
  logProof,
  lost,
  messageFaults,
  myData,
  noWallet,
  notAllowed,
  pagePreview,
  passkeySignIn,
  passkeys,
  pendingMerge,
  person,
  proving,
  scopes,
  setup,
  stepUp,
  userName,
  wallets,
  worthDoing,
}
