// Why a rehearsed rule or sign-in policy does not let a person in.

export const rehearsalReasonCodes = [
  'no_listed_wallet',
  'excluded_wallet',
  'no_matching_name',
  'balance_too_low',
  'sign_in_method',
  'contract_chain',
  'not_in_group',
  // The result is unknown.
  'name_not_read',
  'balance_not_read',
  'group_not_checked',
] as const

export type RehearsalReasonCode = (typeof rehearsalReasonCodes)[number]
