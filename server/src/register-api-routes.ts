import { registerEmailRoutes } from './account/email/email-routes.ts'
import { registerApplicationGrantRoutes } from './account/grants/application-grant-routes.ts'
import { registerIdentityMergeRoutes } from './account/merging/identity-merge-routes.ts'
import { registerPersonActivityRoutes } from './account/personal-data/person-activity-routes.ts'
import { registerPersonalDataRoutes } from './account/personal-data/personal-data-routes.ts'
import { registerPersonProfileRoutes } from './account/profile/person-profile-routes.ts'
import { registerUsernameRoutes } from './account/profile/username-routes.ts'
import { registerWalletAvatarRoute } from './account/profile/wallet-avatar-route.ts'
import { registerBrowserTrustRoutes } from './account/sessions/browser-trust-routes.ts'
import { registerSessionRoutes } from './account/sessions/session-routes.ts'
import { registerWalletRoutes } from './account/wallets/wallet-routes.ts'
import { registerApiTokenRoutes, registerClientRegistrationTokenRoutes } from './admin/endpoints/api-token-routes.ts'
import { registerLoginRequestRoutes } from './admin/endpoints/login-request-routes.ts'
import { registerAdminApplicationRoutes } from './admin/endpoints/admin-application-routes.ts'
import { registerApplicationProblemRoutes } from './admin/endpoints/application-problem-routes.ts'
import { registerAuditLogRoutes } from './admin/endpoints/audit-log-routes.ts'
import { registerBulkPeopleActionRoutes } from './admin/endpoints/bulk-people-action-routes.ts'
import { registerAdminDashboardRoutes } from './admin/endpoints/admin-dashboard-routes.ts'
import { registerAdminGroupRoutes } from './admin/endpoints/admin-group-routes.ts'
import { registerBrandingLogoRoute, registerWebAppManifestRoute } from './admin/endpoints/inject-branding-into-html.ts'
import type { BrandingHtmlInjector } from './admin/endpoints/inject-branding-into-html.ts'
import { registerAdminPeopleRoutes } from './admin/endpoints/admin-people-routes.ts'
import { registerAdminProductRoutes } from './admin/endpoints/admin-product-routes.ts'
import { registerAdminResourceServerRoutes } from './admin/endpoints/admin-resource-server-routes.ts'
import { registerAdminRoleRoutes } from './admin/endpoints/admin-role-routes.ts'
import { registerAdminSavedListViewRoutes } from './admin/endpoints/admin-saved-list-view-routes.ts'
import { registerServerSettingsRoutes } from './admin/endpoints/server-settings-routes.ts'
import { registerApplicationTestLoginRoutes } from './admin/endpoints/application-test-login-routes.ts'
import { registerTransparencyLogRoutes } from './admin/endpoints/transparency-log-routes.ts'
import { registerRehearsalRoutes } from './admin/rehearsal/rehearsal-routes.ts'
import { registerServerSetupRoutes } from './admin/setup/server-setup-routes.ts'
import { signAndCosignAuditLogCheckpoint } from './audit-log/checkpoints/sign-audit-log-checkpoint-on-demand.ts'
import type { ChallengeEndpointContext } from './auth/challenges/challenge-endpoint-context.ts'
import { registerChallengeRoutes } from './auth/challenges/challenge-routes.ts'
import { registerCrossDeviceRoutes } from './auth/cross-device/register-cross-device-routes.ts'
import { registerWalletLinkingRoutes } from './auth/linking/wallet-linking-routes.ts'
import { registerPasskeyRoutes } from './auth/passkeys/passkey-routes.ts'
import { createBrowserSignInFailureCounts } from './auth/sign-in/browser-sign-in-failure-counts.ts'
import type { BrowserSignInFailureCounts } from './auth/sign-in/browser-sign-in-failure-counts.ts'
import { registerSignInFailureRoutes } from './auth/sign-in/sign-in-failure-routes.ts'
import { createSignInMetrics } from './auth/sign-in/sign-in-metrics.ts'
import { registerSignInRoutes } from './auth/sign-in/sign-in-routes.ts'
import { registerStepUpRoutes } from './auth/step-up/step-up-routes.ts'
import { registerDeviceAuthorizationRoutes } from './oidc/device-authorization/device-authorization-routes.ts'
import { registerLogoutConfirmationRoutes } from './oidc/logout/logout-confirmation-routes.ts'
import { registerOidcInteractionRoutes } from './oidc/provider/oidc-interaction-routes.ts'
import { registerTroubleshootingPage } from './oidc/troubleshooting/troubleshooting-page-route.ts'
import type { OutboundHttpClient } from './platform/outbound/outbound-http-client.ts'
import type { ServerAppContext } from './platform/register-api-endpoint.ts'
import type { ServerSettingReport } from './platform/parse-server-settings.ts'
import { registerApplicationLogoRoute } from './store/applications/application-logo-route.ts'
import type { RefusedRequestBuffer } from './store/refused-requests/refused-request-buffer.ts'
import { storeRefusedRequests } from './store/refused-requests/refused-request-store.ts'
import type { OutgoingEmailQueue } from './store/email/in-memory-outgoing-email-queue.ts'

interface ApiRouteContext extends ChallengeEndpointContext {
  serverKey: Buffer
  outbound: OutboundHttpClient
  /** Null if no mail server is configured. */
  outbox: OutgoingEmailQueue | null
  refusedRequests: RefusedRequestBuffer
  settingReports: readonly ServerSettingReport[]
  pageBranding: BrandingHtmlInjector
  webDistFolder: string | null
}

export function registerApiRoutes(context: ApiRouteContext): void {
  const browserFailures = createBrowserSignInFailureCounts(context.metrics)
  registerAuthenticationRoutes(context, browserFailures)
  registerAccountRoutes(context)
  registerProviderRoutes(context)
  registerAdminRoutes(context, browserFailures)
}

function registerAuthenticationRoutes(context: ApiRouteContext, browserFailures: BrowserSignInFailureCounts): void {
  const signInMetrics = createSignInMetrics(context.metrics)
  registerChallengeRoutes(context)
  registerSignInRoutes(context, signInMetrics)
  registerSignInFailureRoutes(context, browserFailures)
  registerCrossDeviceRoutes(context)
  registerPasskeyRoutes(context, signInMetrics)
  registerStepUpRoutes(context)
  registerWalletLinkingRoutes(context)
}

function registerAccountRoutes(context: ApiRouteContext): void {
  const { serverKey, outbound, outbox } = context
  registerSessionRoutes(context)
  registerBrowserTrustRoutes(context)
  registerPersonProfileRoutes(context)
  registerUsernameRoutes(context, { serverKey })
  registerEmailRoutes(context, { serverKey, outbox })
  registerPersonActivityRoutes(context)
  registerPersonalDataRoutes(context, createCheckpointSigner(context, serverKey, outbound))
  registerWalletRoutes(context)
  registerWalletAvatarRoute(context)
  registerIdentityMergeRoutes(context, { outbox })
  registerApplicationGrantRoutes(context)
}

function registerProviderRoutes(context: ApiRouteContext): void {
  registerOidcInteractionRoutes(context)
  registerTroubleshootingPage(context)
  registerDeviceAuthorizationRoutes(context)
  registerLogoutConfirmationRoutes(context)
  registerApplicationLogoRoute(context)
}

function registerAdminRoutes(context: ApiRouteContext, browserFailures: BrowserSignInFailureCounts): void {
  const { settingReports, serverKey, pageBranding } = context
  registerAdminRoleRoutes(context)
  registerAdminPeopleRoutes(context)
  registerBulkPeopleActionRoutes(context)
  registerAdminGroupRoutes(context)
  registerRehearsalRoutes(context)
  registerAdminResourceServerRoutes(context)
  registerAdminProductRoutes(context)
  registerApiTokenRoutes(context)
  registerLoginRequestRoutes(context)
  registerClientRegistrationTokenRoutes(context)
  registerAdminSavedListViewRoutes(context)
  registerAdminApplicationRoutes(context)
  const { database, settings, refusedRequests } = context
  registerApplicationProblemRoutes(context, () =>
    storeRefusedRequests(database.queries, refusedRequests, settings.limits),
  )
  registerApplicationTestLoginRoutes(context)
  registerAuditLogRoutes(context)
  registerTransparencyLogRoutes(context)
  registerAdminDashboardRoutes(context, browserFailures)
  registerServerSettingsRoutes(context, { report: settingReports, serverKey, pageBranding })
  registerBrandingLogoRoute(context)
  registerWebAppManifestRoute(context, pageBranding)
  registerServerSetupRoutes(context)
}

const createCheckpointSigner =
  (
    { settings, database, clock, random, http }: ServerAppContext,
    serverKey: Buffer,
    outbound: OutboundHttpClient,
  ): (() => Promise<void>) =>
  async () => {
    const { origin, witnesses } = settings
    await signAndCosignAuditLogCheckpoint({
      queries: database.queries,
      clock,
      random,
      serverKey,
      origin,
      outbound,
      witnesses,
      log: http.log,
    })
  }
