// Groups of limits in the settings page, by what an operator looks for.
import type { ServerLimitName } from '@countersign/api/server-limits'

export const serverLimitGroups = {
  signIn: [
    'signInsPerNetworkPerMinute',
    'signInsPerWalletPerMinute',
    'signInsPerMinute',
    'challengesPerNetworkPerMinute',
    'challengesPerMinute',
    'contractChallengesPerNetworkPerMinute',
    'contractChallengesPerMinute',
    'signUpsPerNetworkPerMinute',
    'signUpsPerMinute',
    'challengeLifetimeSeconds',
    'contractChallengeLifetimeSeconds',
    'interactionLifetimeSeconds',
    'clockToleranceSeconds',
    'messageBytes',
    'signatureBytes',
    'protectedAddressCharacters',
  ],
  sessions: [
    'sessionLifetimeSeconds',
    'sessionIdleTimeoutSeconds',
    'roleSessionLifetimeSeconds',
    'roleSessionIdleTimeoutSeconds',
    'stepUpFreshnessSeconds',
    'newBrowserNoticeDays',
    'browserRetentionDays',
    'endedSessionRetentionDays',
  ],
  otherDevices: [
    'crossDeviceCodeLifetimeSeconds',
    'crossDeviceCodesPerNetworkPerMinute',
    'crossDeviceCodesPerMinute',
    'crossDeviceSessionLifetimeSeconds',
    'crossDeviceConnections',
    'deviceCodeLifetimeSeconds',
    'deviceCodesPerNetworkPerMinute',
    'deviceCodesPerMinute',
  ],
  people: [
    'walletsPerPerson',
    'passkeysPerPerson',
    'walletHoldSeconds',
    'mergeOfferLifetimeSeconds',
    'mergeWaitSeconds',
    'mergeUndoSeconds',
    'usernamesPerPerson',
    'usernameAttemptsPerPersonPerMinute',
    'usernameAttemptsPerNetworkPerMinute',
    'pictureBytes',
    'picturesPerPersonPerMinute',
    'exportsPerPersonPerMinute',
  ],
  email: [
    'emailCodeLifetimeSeconds',
    'emailCodeAttempts',
    'emailsPerDay',
    'emailCodesPerPersonPerMinute',
    'emailAttemptsPerPersonPerMinute',
    'emailCodesPerNetworkPerMinute',
    'emailCodesPerMinute',
  ],
  chains: [
    'contractProofsPerNetworkPerMinute',
    'contractProofsPerMinute',
    'chainReadTimeoutSeconds',
    'chainResponseBytes',
    'chainCallGas',
    'contractRecheckSeconds',
    'contractUnreachableSeconds',
    'groupRecheckSeconds',
    'groupUnreachableSeconds',
    'ensNameRefreshSeconds',
    'ensNameLookupsPerMinute',
  ],
  applications: [
    'clientRequestsPerNetworkPerMinute',
    'clientRequestsPerMinute',
    'authorizationCodeLifetimeSeconds',
    'accessTokenLifetimeSeconds',
    'idTokenLifetimeSeconds',
    'refreshTokenLifetimeSeconds',
    'refreshTokenMaxAgeSeconds',
    'tokenRetrySeconds',
    'signingKeyLifetimeSeconds',
    'signingKeyLeadSeconds',
    'logoutAttempts',
    'logoBytes',
    'clientMetadataCacheSeconds',
    'clientMetadataBytes',
    'clientMetadataFetchesPerNetworkPerMinute',
    'clientMetadataFetchesPerMinute',
    'refusedRequestsPerApplication',
    'refusedRequestRetentionSeconds',
  ],
  server: [
    'bodyBytes',
    'outboundTimeoutSeconds',
    'outboundResponseBytes',
    'checkpointIntervalSeconds',
    'refusedAttemptRetentionDays',
    'apiTokensPerPerson',
    'loginTokenLifetimeSeconds',
    'savedViewsPerPerson',
    'adminRefusalsPerNetworkPerMinute',
    'setupAttemptsPerNetworkPerMinute',
    'databaseConnections',
    'databaseConnectionTimeoutSeconds',
    'databaseLockTimeoutSeconds',
    'upgradeWaitSeconds',
    'shutdownTimeoutSeconds',
  ],
} as const satisfies Readonly<Record<string, readonly ServerLimitName[]>>

export type ServerLimitGroup = keyof typeof serverLimitGroups

/** Limits of a newer server, which this page does not know, are in the last group. */
export function groupServerLimits<Limit extends { name: string }>(
  limits: readonly Limit[],
): readonly { group: ServerLimitGroup; limits: readonly Limit[] }[] {
  const groups = Object.entries(serverLimitGroups) as [ServerLimitGroup, readonly string[]][]
  const known = new Set(groups.flatMap(([, names]) => names))
  return groups
    .map(([group, names]) => ({
      group,
      limits: [
        ...names.flatMap((name) => limits.filter((limit) => limit.name === name)),
        ...(group === 'server' ? limits.filter(({ name }) => !known.has(name)) : []),
      ],
    }))
    .filter((group) => group.limits.length > 0)
}
