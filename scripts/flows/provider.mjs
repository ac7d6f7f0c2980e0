import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An identity provider on this machine: what it says of itself, its key, and tokens signed with it. */
export async function startProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }
  let issuer = ''
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/jwks')) return response.end(JSON.stringify({ keys: [key] }))
    const endpoints = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }
    response.end(JSON.stringify({ issuer, ...endpoints }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  issuer = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
  return {
    issuer,
    /** @param {Record<string, any>} claims what it says of her; `sub` is new unless given */
    idToken: (claims) =>
      new SignJWT({ sub: randomUUID(), email_verified: true, name: 'Ana', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(claims.iss ?? issuer)
        .setAudience(claims.aud ?? 'amparo')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    close: () => server.close(),
  }
}
