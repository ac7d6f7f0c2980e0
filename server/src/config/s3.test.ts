import { describe, expect, it } from 'vitest'
import { readS3 } from './s3.ts'

describe('settings of an object store', () => {
  const given = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'casa-archivos',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'quiet',
  }
  it('are none, or whole', () => {
    expect(readS3({ PORT: '1' }, 'AMPARO_')).toBeUndefined()
    expect(readS3({ ...given, S3_PREFIX: '/uno/dos/' }, 'AMPARO_')).toMatchObject({
      prefix: 'uno/dos/',
      region: 'us-east-1',
    })
  })
  it.each([
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_ENDPOINT', 'http://s3.example.org'],
    ['S3_BUCKET', 'Casa'],
    ['S3_PREFIX', 'a b'],
    ['S3_SECRET_KEY', undefined],
  ])('%s=%s is refused in one line that names it, and no secret', (name, value) => {
    const { [name as 'S3_BUCKET']: _, ...rest } = given
    const read = () => readS3(value === undefined ? rest : { ...given, [name]: value }, 'AMPARO_')
    expect(read).toThrow(new RegExp(`^Ajuste AMPARO_${name} no válido: [^\\n]+\\.$`))
    expect(read).not.toThrow(/quiet/)
  })
})
