import { jwtVerify, SignJWT } from 'jose'
import type { Identity } from '../db/database.ts'
import type { TokenClaims } from '../tokens/tokens.ts'
import { invalidSignature } from './errors.ts'

const ISSUER = 'storage'

/** Claims of a link's maker that its use needs: who it is, in which session, and what rules ask of a token. */
const MAKER = new Set('role aud sub session_id aal email phone is_anonymous app_metadata'.split(' '))

/**
 * Tokens in signed addresses: they open one object for one purpose until they expire, as their maker. So a link ends with the session
 * that it was made in, and opens no more than its maker may; one of the service role has no session. They are signed with the secret
 * of the access tokens but for another audience, so none of them is accepted as one; nor is an access token accepted here.
 */
export class Links {
  private readonly key: Uint8Array

  constructor(secret: string) {
    this.key = new TextEncoder().encode(secret)
  }

  /** @param target `bucket/name` */
  signDownload(maker: Identity, target: string, lifetimeSeconds: number): Promise<string> {
    return this.sign('download', maker, { url: target }, lifetimeSeconds)
  }

  signUpload(maker: Identity, target: string, upsert: boolean, lifetimeSeconds: number): Promise<string> {
    return this.sign('upload', maker, { url: target, upsert }, lifetimeSeconds)
  }

  /** For a picture in one size, and nothing else of it. */
  signRender(
    maker: Identity,
    target: string,
    transformation: object,
    lifetimeSeconds: number,
  ): Promise<string> {
    return this.sign('render', maker, { url: target, transformation }, lifetimeSeconds)
  }

  /** @returns the maker, and the size that was signed. @throws ApiError as `checkDownload` */
  async checkRender(token: unknown, target: string): Promise<{ maker: Identity; transformation: unknown }> {
    const { maker, claims } = await this.check('render', token, target)
    return { maker, transformation: claims.transformation }
  }

  /** @returns the maker. @throws ApiError 400 `InvalidSignature` unless the token is ours, still good, and for exactly this object */
  async checkDownload(token: unknown, target: string): Promise<Identity> {
    return (await this.check('download', token, target)).maker
  }

  /** @throws ApiError as `checkDownload` */
  async checkUpload(token: unknown, target: string): Promise<{ maker: Identity; upsert: boolean }> {
    const { maker, claims } = await this.check('upload', token, target)
    return { maker, upsert: claims.upsert === true }
  }

  private sign(
    purpose: string,
    { claims }: Identity,
    what: Record<string, unknown>,
    lifetimeSeconds: number,
  ): Promise<string> {
    const maker = Object.fromEntries(Object.entries(claims).filter(([name]) => MAKER.has(name)))
    return new SignJWT({ ...what, maker })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(`storage:${purpose}`)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
      .sign(this.key)
  }

  private async check(
    purpose: string,
    token: unknown,
    target: string,
  ): Promise<{ maker: Identity; claims: Record<string, unknown> }> {
    if (typeof token !== 'string' || token.length > 4096) throw invalidSignature()
    const { payload } = await jwtVerify(token, this.key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: `storage:${purpose}`,
      requiredClaims: ['exp', 'url', 'maker'],
      // Whatever is wrong with a link, its bearer is told one thing.
    }).catch(() => {
      throw invalidSignature()
    })
    if (payload.url !== target) throw invalidSignature()
    const maker = payload.maker as TokenClaims
    return { maker: { role: maker.role, claims: maker }, claims: payload }
  }
}
