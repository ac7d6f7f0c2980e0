import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
// biome-ignore lint/correctness/noUndeclaredDependencies: the tools of the whole repository stand at its root.
import { expect } from 'vitest'
import type { Said, Shown } from './documentedTable.ts'
import { type ServedFolder, serveFolder } from './folder.ts'

/*
 * What Supabase's documentation of Storage says, read for cases of our own: each sentence in our words, with its page, and calls of the
 * official client that show it.
 */

const POLICIES = `
insert into storage.buckets (id, name, public) values ('open', 'open', true), ('hers', 'hers', false), ('drop', 'drop', false);
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ('small', 'small', true, 1000, '{image/png,text/plain}');
create policy "hers alone" on storage.objects for all to authenticated
  using (bucket_id = 'hers' and owner_id = (select auth.uid()::text)) with check (bucket_id = 'hers' and owner_id = (select auth.uid()::text));
create policy "everybody drops" on storage.objects for insert to authenticated with check (bucket_id = 'drop');
create policy "folders of one's own" on storage.objects for insert to authenticated
  with check (bucket_id = 'open' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "buckets are seen" on storage.buckets for select to authenticated using (id = 'hers');
`
const CONFIG = `
[auth.email]
enable_confirmations = false
[storage.image_transformation]
enabled = true
[storage.buckets.covers]
public = true
file_size_limit = "100KiB"
allowed_mime_types = ["image/png"]
`

/** A server with buckets, who passes every policy and who does not. */
export interface StorageWorld {
  folder: ServedFolder
  service: SupabaseClient['storage']
  visitor: SupabaseClient['storage']
  /** Signed in. */
  one: { storage: SupabaseClient['storage']; id: string }
  other: { storage: SupabaseClient['storage']; id: string }
  /** A name that no object has. */
  fresh(ending?: string): string
}

export async function startStorageWorld(): Promise<StorageWorld> {
  const folder = await serveFolder('chat', { 'config.toml': CONFIG, 'seed.sql': POLICIES })
  let count = 0
  const member = async (email: string) => {
    const client = folder.client()
    const { data, error } = await client.auth.signUp({ email, password: 'secret' })
    if (error) throw error
    return { storage: client.storage, id: data.user!.id }
  }
  return {
    folder,
    service: folder.client('service').storage,
    visitor: folder.client().storage,
    one: await member('one@example.com'),
    other: await member('other@example.com'),
    fresh: (ending = 'txt') => `f${++count}.${ending}`,
  }
}

const said: Said<StorageWorld>[] = []
/** Everything that is shown, page by page. */
export const STORAGE_SAID: readonly Said<StorageWorld>[] = said

function says(
  page: string,
  words: string,
  shown: Shown<StorageWorld>[],
  ours: Pick<Said<StorageWorld>, 'refused' | 'different'> = {},
): void {
  said.push({ page, says: words, shown, ...ours })
}

const shows = (ask: Shown<StorageWorld>['ask'], gives: unknown): Shown<StorageWorld> => ({ ask, gives })
const fails = (statusCode: string) => ({ error: { statusCode } })
const fine = { error: null }
const js = (name: string) => `reference/javascript/storage-${name}`
const read = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url, init)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    text: await answer.text(),
  }
}
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

// --- buckets

says(js('createbucket'), 'makes a bucket, private unless it is said to be public', [
  shows(({ service }) => service.createBucket('made'), { data: { name: 'made' }, error: null }),
  shows(({ service }) => service.getBucket('made'), {
    data: {
      id: 'made',
      name: 'made',
      public: false,
      type: 'STANDARD',
      created_at: MOMENT,
      updated_at: MOMENT,
    },
  }),
  shows(({ service }) => service.createBucket('a/b'), fails('400')),
])
says('guides/local-development/cli/config', '`[storage.buckets]` are made at the start', [
  shows(({ service }) => service.getBucket('covers'), {
    data: { public: true, file_size_limit: 102_400, allowed_mime_types: ['image/png'] },
  }),
])
says(js('listbuckets'), 'lists the buckets that policies let one see', [
  shows(async ({ one }) => (await one.storage.listBuckets()).data!.map(({ id }) => id), ['hers']),
  shows(
    async ({ service }) =>
      (await service.listBuckets({ limit: 1, offset: 2, search: 's' })).data!.map(({ id }) => id),
    ['small'],
  ),
])

says(js('emptybucket'), 'empties it, in the model’s words', [
  shows(
    async ({ service }) => {
      await service.from('made').upload('x.txt', 'x')
      return service.emptyBucket('made')
    },
    { data: { message: 'Empty bucket has been queued. Completion may take up to an hour.' }, error: null },
  ),
])
says(js('deletebucket'), 'deletes an empty bucket alone', [
  shows(
    async ({ service }) => {
      await service.emptyBucket('made')
      return service.deleteBucket('made')
    },
    { data: { message: 'Successfully deleted' } },
  ),
])

// --- uploads

says(js('from-upload'), 'puts a file; a name that is taken is refused, unless it may be taken over', [
  shows(({ service }) => service.from('open').upload('a/b.txt', 'hello'), {
    data: { path: 'a/b.txt', fullPath: 'open/a/b.txt', id: expect.any(String) },
    error: null,
  }),
  shows(({ service, fresh }) => service.from('nowhere').upload(fresh(), 'x'), fails('404')),
])
says(js('from-upload'), 'needs the right to insert, and no other', [
  shows(({ one, fresh }) => one.storage.from('drop').upload(fresh(), 'x'), fine),
  shows(({ one, fresh }) => one.storage.from('open').upload(`${one.id}/${fresh()}`, 'x'), fine),
  shows(
    ({ one, other, fresh }) => one.storage.from('open').upload(`${other.id}/${fresh()}`, 'x'),
    fails('403'),
  ),
  // To take a file over one needs `select` and `update` too.
  shows(async ({ one, fresh }) => {
    const name = fresh()
    await one.storage.from('drop').upload(name, 'x')
    return one.storage.from('drop').upload(name, 'x', { upsert: true })
  }, fails('403')),
])

says(
  'guides/storage/uploads/standard-uploads',
  'a page of HTML may be called a picture',
  [
    shows(async ({ service, fresh }) => {
      const name = fresh('png')
      await service
        .from('open')
        .upload(name, '<!doctype html><script>1</script>', { contentType: 'image/png' })
      return (await service.from('open').info(name)).data!.contentType
    }, 'text/html'),
  ],
  { different: 'what a browser would run is called what its bytes say, and is offered as a download' },
)

says(js('from-update'), 'replaces a file that is there', [
  shows(({ service }) => service.from('open').update('a/b.txt', 'third'), {
    data: { path: 'a/b.txt' },
    error: null,
  }),
])

says(
  'guides/storage/uploads/resumable-uploads',
  'large files go in parts that can be resumed; so does S3',
  [
    ...['/upload/resumable/x', '/s3/x'].map((path) =>
      shows(
        async ({ folder }) =>
          (await read(`${folder.server.url}/storage/v1${path}`, { method: 'POST' })).status,
        409,
      ),
    ),
  ],
  { refused: '409 `NotSupported`' },
)

// --- downloads

says('guides/storage/serving/downloads', 'with `download` a file is saved, under its name or another', [
  ...(
    [
      [true, 'b.txt'],
      ['mine.txt', 'mine.txt'],
    ] as const
  ).map(([download, name]) =>
    shows(
      async ({ service }) =>
        (await read(service.from('open').getPublicUrl('a/b.txt', { download }).data.publicUrl)).headers.get(
          'content-disposition',
        ),
      expect.stringMatching(new RegExp(`^attachment;.*${name}`)),
    ),
  ),
])
says(
  'guides/storage/serving/downloads',
  'what is private has no public address, and one for who may read it',
  [
    shows(
      async ({ service, fresh, folder }) => {
        const name = fresh()
        await service.from('hers').upload(name, 'private')
        const { url, config } = folder.server
        const [open, own] = ['public', 'authenticated'].map(
          (kind) => `${url}/storage/v1/object/${kind}/hers/${name}`,
        )
        const authorization = `Bearer ${config.secrets.serviceRoleKey}`
        return [
          (await read(open!)).status >= 400,
          (await read(own!)).status >= 400,
          (await read(own!, { headers: { authorization } })).text,
        ]
      },
      [true, true, 'private'],
    ),
  ],
)

says('guides/storage/serving/image-transformations', 'pictures in other sizes, by 2,500 pixels at most', [
  ...(
    [
      [{ width: 20, height: 20 }, [20, 20]],
      [{ width: 20, height: 20, resize: 'contain' }, [20, 10]],
      [{ width: 20 }, [20, 10]],
    ] as const
  ).map(([transform, size]) =>
    shows(async ({ service }) => {
      const picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      await service.from('open').upload('p.png', picture, { contentType: 'image/png', upsert: true })
      const answer = await fetch(service.from('open').getPublicUrl('p.png', { transform }).data.publicUrl)
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      return [width, height]
    }, size),
  ),
  shows(
    async ({ service }) =>
      (await read(service.from('open').getPublicUrl('p.png', { transform: { width: 2_501 } }).data.publicUrl))
        .status,
    400,
  ),
])

says(
  'guides/storage/serving/image-transformations',
  'of up to 50 megapixels, and of SVG, BMP, ICO, HEIC and TIFF too',
  [
    shows(async ({ service }) => {
      const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
      await service.from('open').upload('d.svg', drawing, { contentType: 'image/svg+xml', upsert: true })
      return (
        await read(service.from('open').getPublicUrl('d.svg', { transform: { width: 5 } }).data.publicUrl)
      ).status
    }, 422),
  ],
  {
    refused:
      '422 `InvalidRequest`: JPEG, PNG, WebP, AVIF and GIF of up to 25 megapixels; a drawing is a document that runs',
  },
)

// --- what is there

says(js('from-list'), 'one level of names, folders first, without an id', [
  shows(
    async ({ service }) => {
      for (const name of ['l/one.txt', 'l/two.txt', 'l/deep/three.txt'])
        await service.from('hers').upload(name, 'x')
      return (await service.from('hers').list('l')).data!.map(({ name, id }) => [name, id === null])
    },
    [
      ['deep', true],
      ['one.txt', false],
      ['two.txt', false],
    ],
  ),
  shows(async ({ service }) => (await service.from('hers').list('l')).data![1], {
    created_at: MOMENT,
    updated_at: MOMENT,
    last_accessed_at: MOMENT,
    metadata: { size: 1, mimetype: 'text/plain;charset=UTF-8' },
  }),
  shows(
    async ({ folder }) =>
      (
        await read(`${folder.server.url}/storage/v1/object/list/open`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"prefix":""}',
        })
      ).status,
    400,
  ),
])

says(js('from-info'), 'what is known of a file, and whether it is there', [
  shows(async ({ service }) => service.from('hers').info('l/one.txt'), {
    data: { name: 'l/one.txt', size: 1, createdAt: MOMENT, contentType: 'text/plain;charset=UTF-8' },
    error: null,
  }),
])
says('guides/storage/management/copy-move-objects', 'objects move and are copied, also into another bucket', [
  shows(({ service }) => service.from('hers').copy('l/one.txt', 'l/copy.txt'), {
    data: { path: 'hers/l/copy.txt' },
    error: null,
  }),
  shows(({ service }) => service.from('hers').move('l/copy.txt', 'l/moved.txt'), {
    data: { message: 'Successfully moved' },
  }),
  shows(
    ({ service }) => service.from('hers').copy('l/moved.txt', 'moved.txt', { destinationBucket: 'drop' }),
    fine,
  ),
])

says('guides/storage/schema/helper-functions', 'policies ask for folder, name and ending', [
  shows(
    ({ folder }) =>
      folder.server.query(
        `select storage.foldername('a/b/c.png') as folder, storage.filename('a/b/c.png') as name, storage.extension('a/b/c.png') as ending`,
      ),
    [{ folder: ['a', 'b'], name: 'c.png', ending: 'png' }],
  ),
])
