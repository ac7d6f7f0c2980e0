import { describe, expect, it } from 'vitest'
import { contentType, HEAD_BYTES } from './sniff.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('contentType', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
    ['\0\0\0\x1cftypheic', 'image/heic'],
    ['\0\0\0\x1cftypisom', 'video/mp4'],
    ['\0\0\0\x1cftypM4A ', 'audio/mp4'],
    ['GIF89a', 'image/gif'],
    ['%PDF-1.7', 'application/pdf'],
    ['PK\x03\x04', 'application/zip'],
    ['ID3\x03', 'audio/mpeg'],
    ['OggS', 'audio/ogg'],
    ['\x1a\x45\xdf\xa3', 'video/webm'],
    ['MZ\x90', 'application/x-msdownload'],
    ['\x01\x02\x03', 'application/octet-stream'],
    ['caf\xe9', 'application/octet-stream'],
    ['hola', 'text/plain'],
    ['', 'text/plain'],
    ['<!DOCTYPE html>', 'text/html'],
    ['\n <!-- x -->\n<script>', 'text/html'],
    ['<svg>', 'image/svg+xml'],
    ['<?xml version="1.0"?>\n<!DOCTYPE svg>\n<svg >', 'image/svg+xml'],
    ['<?xml version="1.0"?><rss>', 'application/xml'],
    ['\xff\xfe<\0s\0v\0g\0>\0', 'image/svg+xml'],
    ['\xfe\xff\0<\0s\0v\0g\0>', 'image/svg+xml'],
    ['\xef\xbb\xbf<html>', 'text/html'],
    ['1 < 2 and <b> is a tag', 'text/plain'],
  ])('%o is %s', (bytes, type) => {
    expect(contentType(latin1(bytes), 'x/y')).toBe(type)
  })

  it.each([
    ['{"a":1}', 'application/json', 'application/json'],
    ['a,b', 'text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
    ['a', 'text/html', 'text/plain'],
    ['a', 'image/svg+xml', 'text/plain'],
    ['a', 'text/plain\r\nx: y', 'text/plain'],
    ['\xff\xd8\xff', 'image/png', 'image/jpeg'],
    ['PK\x03\x04', 'application/epub+zip', 'application/epub+zip'],
    ['PK\x03\x04', 'text/html', 'application/zip'],
    ['\x01', 'text/html', 'application/octet-stream'],
  ])('%o sent as %s is %s', (bytes, declared, type) => {
    expect(contentType(latin1(bytes), declared)).toBe(type)
  })

  it('takes text for text also where the head cuts a character', () => {
    const text = Buffer.from(`x${'ñ'.repeat(HEAD_BYTES)}`).subarray(0, HEAD_BYTES)
    expect(contentType(text, undefined)).toBe('text/plain')
    expect(contentType(text.subarray(0, -2), undefined)).toBe('application/octet-stream')
  })
})
