// Rehearsals are loaded on demand.
import { createLazyComponent } from '../../../ui/lazy-component.tsx'

const options = { messages: ['rehearsal'] } as const
const hidden = { ...options, Placeholder: () => null, Failure: () => null }

const loadPanels = () => import('./RehearsalPanel.tsx')

export const GroupRuleRehearsal = createLazyComponent(async () => (await loadPanels()).GroupRuleRehearsal, options)

/** For the save bar, because the panel may be out of sight. */
export const GroupRuleLossNotice = createLazyComponent(async () => (await loadPanels()).GroupRuleLossNotice, hidden)

export const SignInPolicyRehearsal = createLazyComponent(
  async () => (await loadPanels()).SignInPolicyRehearsal,
  options,
)

export const SignInPolicyLossNotice = createLazyComponent(
  async () => (await loadPanels()).SignInPolicyLossNotice,
  hidden,
)
