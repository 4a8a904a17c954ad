// What a block of settings contains in place of a secret that is not known (again).

export const secretPlaceholder = 'THE_SECRET'
export const sessionSecretPlaceholder = 'A_RANDOM_SECRET'
