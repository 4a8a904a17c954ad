// Every command there is, by its name: the command line finds them here, and the reference is made from them.
import type { Command } from './command.ts'
import { activityCheckpoint, activityKey } from './activity-checkpoint.ts'
import { activityExport } from './activity-export.ts'
import { activityVerify } from './activity-verify.ts'
import { applicationAdd } from './application-add.ts'
import { applicationApply } from './application-apply.ts'
import { applicationChange } from './application-change.ts'
import { applicationDisable } from './application-disable.ts'
import { applicationEnable } from './application-enable.ts'
import { applicationList } from './application-list.ts'
import { applicationRemove } from './application-remove.ts'
import { applicationRotateSecret } from './application-rotate-secret.ts'
import { applicationShow } from './application-show.ts'
import { backup } from './backup.ts'
import { chainCheck } from './chain-check.ts'
import { groupAdd } from './group-add.ts'
import { groupApply } from './group-apply.ts'
import { groupChange } from './group-change.ts'
import { groupCheck } from './group-check.ts'
import { groupList } from './group-list.ts'
import { groupRemove } from './group-remove.ts'
import { groupShow } from './group-show.ts'
import { groupTry } from './group-try.ts'
import { health } from './health.ts'
import { inspect } from './inspect.ts'
import { keysList } from './keys-list.ts'
import { keysRotate } from './keys-rotate.ts'
import { mailTest } from './mail-test.ts'
import { ownerGrant, ownerList } from './owner.ts'
import { personErase } from './person-erase.ts'
import { personRestore, personSuspend } from './person-status.ts'
import { registrationTokenCreate } from './registration-token-create.ts'
import { registrationTokenEnd } from './registration-token-end.ts'
import { registrationTokenList } from './registration-token-list.ts'
import { resourceAdd } from './resource-add.ts'
import { resourceApply } from './resource-apply.ts'
import { resourceChange } from './resource-change.ts'
import { resourceList } from './resource-list.ts'
import { resourceRemove } from './resource-remove.ts'
import { resourceShow } from './resource-show.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import { settingsShow } from './settings-show.ts'
import { verify } from './verify.ts'
import { version } from './version.ts'

/** Name → command. A name is one or two words. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    usage: 'start',
    about: 'Runs the server.',
    run: async () => {
      const { main } = await import('../main.ts')
      await main()
      return 0
    },
  },
  settings: settingsShow,
  health,
  inspect,
  verify,
  'application add': applicationAdd,
  'application list': applicationList,
  'application show': applicationShow,
  'application change': applicationChange,
  'application rotate-secret': applicationRotateSecret,
  'application disable': applicationDisable,
  'application enable': applicationEnable,
  'application remove': applicationRemove,
  'application apply': applicationApply,
  'group add': groupAdd,
  'group list': groupList,
  'group show': groupShow,
  'group change': groupChange,
  'group remove': groupRemove,
  'group apply': groupApply,
  'group check': groupCheck,
  'group try': groupTry,
  'resource add': resourceAdd,
  'resource list': resourceList,
  'resource show': resourceShow,
  'resource change': resourceChange,
  'resource remove': resourceRemove,
  'resource apply': resourceApply,
  'registration-token create': registrationTokenCreate,
  'registration-token list': registrationTokenList,
  'registration-token end': registrationTokenEnd,
  'activity verify': activityVerify,
  'activity checkpoint': activityCheckpoint,
  'activity key': activityKey,
  'activity export': activityExport,
  'owner grant': ownerGrant,
  'owner list': ownerList,
  'chain check': chainCheck,
  'mail test': mailTest,
  'person suspend': personSuspend,
  'person restore': personRestore,
  'person erase': personErase,
  backup,
  restore,
  'keys list': keysList,
  'keys rotate': keysRotate,
  seed,
  version,
}
