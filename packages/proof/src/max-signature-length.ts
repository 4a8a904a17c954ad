/** In characters; the maximum of the server setting COUNTERSIGN_SIGNATURE_BYTES. */
export const maxSignatureLength = 16_384
