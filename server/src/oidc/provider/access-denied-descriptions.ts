export const accessDeniedDescriptions = {
  declined: 'The person declined.',
  not_a_member: 'The person is in none of the groups that may use this application.',
} as const
