import { jwtVerify, SignJWT } from 'jose'
import { invalidSignature } from './errors.ts'

const ISSUER = 'storage'

interface UploadGrant {
  /** Who asked for the link: the object will be hers. */
  ownerId: string | null
  upsert: boolean
}

/**
 * Tokens in signed addresses: they open one object for one purpose until they expire. They are signed with the secret
 * of the access tokens but name no role, so none of them is accepted as one; nor is an access token accepted here.
 */
export class Links {
  private readonly key: Uint8Array

  constructor(secret: string) {
    this.key = new TextEncoder().encode(secret)
  }

  /** @param target `bucket/name` */
  signDownload(target: string, lifetimeSeconds: number): Promise<string> {
    return this.sign('download', { url: target }, lifetimeSeconds)
  }

  signUpload(target: string, grant: UploadGrant, lifetimeSeconds: number): Promise<string> {
    return this.sign('upload', { url: target, owner: grant.ownerId, upsert: grant.upsert }, lifetimeSeconds)
  }

  /** For a picture in one size, and nothing else of it. */
  signRender(target: string, transformation: object, lifetimeSeconds: number): Promise<string> {
    return this.sign('render', { url: target, transformation }, lifetimeSeconds)
  }

  /** @returns the size that was signed. @throws ApiError as `checkDownload` */
  async checkRender(token: unknown, target: string): Promise<unknown> {
    return (await this.check('render', token, target)).transformation
  }

  /** @throws ApiError 400 `InvalidSignature` unless the token is ours, still good, and for exactly this object */
  async checkDownload(token: unknown, target: string): Promise<void> {
    await this.check('download', token, target)
  }

  /** @throws ApiError as `checkDownload` */
  async checkUpload(token: unknown, target: string): Promise<UploadGrant> {
    const { owner, upsert } = await this.check('upload', token, target)
    return { ownerId: typeof owner === 'string' ? owner : null, upsert: upsert === true }
  }

  private sign(purpose: string, claims: Record<string, unknown>, lifetimeSeconds: number): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(`storage:${purpose}`)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
      .sign(this.key)
  }

  private async check(purpose: string, token: unknown, target: string): Promise<Record<string, unknown>> {
    if (typeof token !== 'string' || token.length > 4096) throw invalidSignature()
    const { payload } = await jwtVerify(token, this.key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: `storage:${purpose}`,
      requiredClaims: ['exp', 'url'],
      // Whatever is wrong with a link, its holder is told one thing.
    }).catch(() => {
      throw invalidSignature()
    })
    if (payload.url !== target) throw invalidSignature()
    return payload
  }
}
