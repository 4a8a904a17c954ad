export { verifyEthereumKeySignature } from '@countersign/proof'
