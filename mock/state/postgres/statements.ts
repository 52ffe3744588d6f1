import type { Statement } from "../../postgres/sql.ts";

/** Layers that an organization ($1) reads, the topmost first. One without a row reads the base ($2). */
const chain = `c AS (
  SELECT coalesce(
    (SELECT layer.chain FROM organization JOIN layer ON layer.id = organization.layer WHERE name = $1), $2::bigint[]
  ) AS chain
)`;

/** The topmost row of each item in a part of a chain. */
const top = (condition: string): string => `top AS (
  SELECT DISTINCT ON (collection, id) collection, id, number, stored, layer
  FROM c JOIN item ON layer = ANY (c.chain) ${condition}
  ORDER BY collection, id, array_position(c.chain, layer)
)`;

const inCollection = "AND collection = $3";
const below = "AND collection >= $3 AND collection < $4";

/** The layers of the asked organizations. A fork waits until the transaction has ended. */
const ownLayers = `o AS (
  SELECT name, layer FROM organization WHERE name = ANY ($1::text[]) ORDER BY name FOR SHARE
)`;

/** Visible rows of a collection in one layer ($1, $2, $3 as in the chain): those that no layer above it has. */
const visible = `layer = part.id AND collection = $3 AND stored IS NOT NULL AND (part.place = 1 OR NOT EXISTS (
  SELECT FROM item AS above
  WHERE above.layer = ANY (c.chain[1:part.place - 1]) AND above.collection = $3 AND above.id = item.id
))`;

const itemColumns = `own.layer AS own, cardinality(own.chain) AS depth,
  found.layer, found.number, found.revision, found.stored`;

/** The layers of each asked organization, one without a row reading the base, and the topmost row of each asked item. */
const askedItems = (base: string): string => `LEFT JOIN LATERAL (
    SELECT max(organization.layer) AS layer, coalesce(max(layer.chain), ${base}::bigint[]) AS chain
    FROM organization JOIN layer ON layer.id = organization.layer WHERE organization.name = asked.name
  ) AS own ON asked.id IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT * FROM item WHERE layer = ANY (own.chain) AND collection = asked.collection AND id = asked.id
    ORDER BY array_position(own.chain, layer) LIMIT 1
  ) AS found ON true`;

/**
 * A page of a collection, and the number of all items. Each layer is read in its order up to the end of the page, so
 * that the page costs the same in a long collection; only counting reads all keys.
 */
function page(order: "ASC" | "DESC"): string {
  return `WITH ${chain}, part AS (SELECT id, place FROM c, unnest(c.chain) WITH ORDINALITY AS part (id, place))
    SELECT total, page.stored FROM (
      SELECT coalesce(sum(n), 0) AS total
      FROM c, part CROSS JOIN LATERAL (SELECT count(*) AS n FROM item WHERE ${visible}) AS counted
    ) AS counted LEFT JOIN LATERAL (
      SELECT rows.stored, rows.number FROM c, part CROSS JOIN LATERAL (
        SELECT stored, number FROM item WHERE ${visible}
        ORDER BY number ${order} LIMIT $4::bigint + $5::bigint
      ) AS rows ORDER BY rows.number ${order} LIMIT $4::bigint OFFSET $5::bigint
    ) AS page ON true ORDER BY number ${order}`;
}

export const statements = nameStatements({
  // The topmost row of each asked item, in the order of the question.
  current: `SELECT ${itemColumns}
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (name, collection, id, place)
    ${askedItems("$4")} ORDER BY place`,
  // The same for requests that may ask for no item, and the settings of their organizations if the version is not theirs.
  arrive: `SELECT settings.changed AS settings, ${itemColumns}
    FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) WITH ORDINALITY
      AS asked (name, version, collection, id, place)
    LEFT JOIN tenant ON tenant.organization = asked.name
    CROSS JOIN LATERAL (
      SELECT CASE WHEN tenant.version IS DISTINCT FROM asked.version THEN json_build_object(
        'version', tenant.version::text, 'clock', clock, 'faults', faults, 'rateLimit', rate_limit
      ) END AS changed
    ) AS settings
    ${askedItems("$5")} ORDER BY place`,
  insert: `WITH asked AS (
      SELECT * FROM ROWS FROM (
        unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[]), json_array_elements_text($6::json)
      ) WITH ORDINALITY AS asked (name, own, collection, id, number, stored, place)
    ), ${ownLayers}, added AS (
      INSERT INTO item (layer, collection, id, number, revision, stored)
      SELECT own, collection, id, coalesce(number, nextval('item_number')), 1, stored
      FROM asked JOIN o ON o.name = asked.name AND o.layer = asked.own ORDER BY place
      ON CONFLICT DO NOTHING RETURNING layer, collection, id
    )
    SELECT place FROM asked JOIN added ON layer = own AND added.collection = asked.collection AND added.id = asked.id`,
  update: `WITH asked AS (
      SELECT * FROM ROWS FROM (
        unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[]), json_array_elements_text($6::json),
        unnest($7::bigint[])
      ) WITH ORDINALITY AS asked (name, own, collection, id, number, stored, revision, place)
    ), ${ownLayers}
    UPDATE item SET stored = asked.stored, revision = item.revision + 1,
      number = coalesce(asked.number, nextval('item_number'))
    FROM asked JOIN o ON o.name = asked.name AND o.layer = asked.own
    WHERE item.layer = asked.own AND item.collection = asked.collection AND item.id = asked.id
      AND item.revision = asked.revision RETURNING place`,
  remove: `WITH asked AS (
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])
        WITH ORDINALITY AS asked (name, own, collection, id, revision, place)
    ), ${ownLayers}
    DELETE FROM item USING asked JOIN o ON o.name = asked.name AND o.layer = asked.own
    WHERE item.layer = asked.own AND item.collection = asked.collection AND item.id = asked.id
      AND item.revision = asked.revision RETURNING place`,
  page: page("ASC"),
  reversedPage: page("DESC"),
  position: `WITH ${chain}, ${top(inCollection)}, live AS (SELECT * FROM top WHERE stored IS NOT NULL)
    SELECT (SELECT count(*) FROM live AS earlier WHERE earlier.number < live.number) AS position FROM live WHERE id = $4`,
  collections: `WITH ${chain}, ${top("")}
    SELECT collection FROM top WHERE stored IS NOT NULL GROUP BY collection ORDER BY min(number)`,
  contents: `WITH ${chain}, ${top("")}
    SELECT collection, id, stored FROM top WHERE stored IS NOT NULL ORDER BY number`,
  hideBelow: `WITH ${chain}, ${top(below)}
    INSERT INTO item (layer, collection, id, number, revision, stored)
    SELECT $5, collection, id, number, 1, NULL FROM top WHERE stored IS NOT NULL
    ON CONFLICT (layer, collection, id) DO UPDATE SET stored = NULL, revision = item.revision + 1`,
  next: `INSERT INTO counter SELECT * FROM unnest($1::text[], $2::bigint[])
    ON CONFLICT (organization) DO UPDATE SET last = counter.last + excluded.last RETURNING organization AS name, last`,
  counter: "SELECT last FROM counter WHERE organization = $1",
  setCounter: `INSERT INTO counter VALUES ($1, $2) ON CONFLICT (organization) DO UPDATE SET last = excluded.last`,
  forgetCounter: "DELETE FROM counter WHERE organization = $1",
  // An organization counts if it has an item that is not of the base, or hides one of the base.
  organizations: `SELECT name FROM organization JOIN layer ON layer.id = organization.layer WHERE EXISTS (
      SELECT FROM (
        SELECT DISTINCT ON (collection, id) collection, id, stored, item.layer FROM item
        WHERE item.layer = ANY (layer.chain) ORDER BY collection, id, array_position(layer.chain, item.layer)
      ) AS top
      WHERE top.layer <> ALL ($1::bigint[]) AND (stored IS NOT NULL OR EXISTS (
        SELECT FROM item WHERE layer = ANY ($1::bigint[]) AND collection = top.collection AND id = top.id
      ))
    )`,
  size: `SELECT count(*) AS size FROM organization JOIN layer ON layer.id = organization.layer CROSS JOIN LATERAL (
      SELECT DISTINCT ON (collection, id) stored FROM item
      WHERE item.layer = ANY (layer.chain) ORDER BY collection, id, array_position(layer.chain, item.layer)
    ) AS top WHERE stored IS NOT NULL`,
  // A generic plan of starts_with() reads all names. No text has a character after U+10FFFF.
  namesFrom: `SELECT name FROM organization WHERE name >= $1 AND name < $1 || U&'\\+10FFFF' ORDER BY name`,
  touch: `INSERT INTO tenant (organization, version) VALUES ($1, nextval('tenant_version'))
    ON CONFLICT (organization) DO UPDATE SET version = excluded.version`,
  fork: "SELECT fork_organization($1, $2, $3, $4)",
  forkNew: "SELECT fork_new($1, $2, $3, $4) AS name",
  forget: "SELECT forget_organization($1)",
  addLayer: "SELECT add_layer($1) AS id",
  removeUnread: "SELECT remove_unread($1)",
  share: "SELECT layer FROM organization WHERE name = $1 FOR SHARE",
  addOrganization: "INSERT INTO organization VALUES ($1, $2) ON CONFLICT DO NOTHING",
  setLayer: "INSERT INTO organization VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET layer = excluded.layer",
  fill: `INSERT INTO item (layer, collection, id, number, revision, stored)
    SELECT $1, collection, id, nextval('item_number'), 1, stored
    FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS given (collection, id, stored, place) ORDER BY place`,
  base: "SELECT layer FROM base WHERE hash = $1",
  addBase: "INSERT INTO base VALUES ($1, $2)",
  lockBase: "SELECT pg_advisory_xact_lock(hashtext($1))",
});

function nameStatements<N extends string>(texts: Readonly<Record<N, string>>): Readonly<Record<N, Statement>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { name, text }])) as Record<
    N,
    Statement
  >;
}
