import { foldUsernameConfusables } from './fold-username-confusables.ts'

const reservedUsernames = `
  abuse account accounts admin administrator administrators admins all anonymous api app apps assets audit auditor auth authorize backup bin
  billing bot bots ceo channel chat config contact countersign daemon dashboard database demo dev device dns docs email everybody everyone ftp
  ghost git group groups guest guests help helpdesk here hostmaster http https icon image images info internal invite join kernel legal localhost
  log login logout mail mailer-daemon manager master me member members mod moderator moderators moderation mysql name new news nobody noreply
  no-reply null official oidc openid operator operators oauth org organization owner owners password payment payments postgres postmaster privacy
  private profile public register registration registrar reserved robot robots root sales secure security self server service services session
  settings setup shop sign-in sign-out sign-up signin signout signup site ssl staff static status store sudo superuser superadmin support sys
  sysadmin system systemd team teams terms test tester testing tls token tokens trust undefined unknown update user username users verified
  verify wallet wallets webmaster website wheel wiki www www-data you`

const reservedForms: ReadonlySet<string> = new Set(reservedUsernames.trim().split(/\s+/).map(foldUsernameConfusables))

export const isReservedUsername = (folded: string): boolean => reservedForms.has(folded)
