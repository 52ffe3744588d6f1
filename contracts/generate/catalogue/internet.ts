import { inventCompany } from "./company.ts";
import { type Domain, type ValueContext, toSlug } from "./domain.ts";
import { choosePerson } from "./person.ts";

const files = ["offer", "contract", "invoice", "meter-reading", "site-plan", "confirmation", "price-list"];
const paths = ["offers", "help", "account", "welcome", "contact", "news"];

/** Email address of the object's person. Hosts of example.com are reserved (RFC 2606). */
function email(context: ValueContext): string[] {
  const { first, last } = choosePerson(context);
  return [toSlug(`${first} ${last}`, "."), toSlug(first)].map((name) => `${name || "somebody"}@example.com`);
}

const mailbox =
  (name: string) =>
  (context: ValueContext): string[] => [`${name}@${inventCompany(context).host}`, `${name}@example.com`];
const website = (context: ValueContext): string => `https://${inventCompany(context).host}`;
const page = (context: ValueContext): string =>
  `https://www.example.com/${context.ownDraw().pick(paths)}/${context.ownDraw().between(1000, 9999)}`;
const fileName = (context: ValueContext): string =>
  `${context.ownDraw().pick(files)}-${new Date(context.time).getUTCFullYear()}-${context.ownDraw().between(100, 999)}.pdf`;
const download = (context: ValueContext): string => `https://files.example.com/${fileName(context)}`;
const image = (context: ValueContext): string =>
  `https://images.example.com/${context.ownDraw().between(1000, 9999)}.png`;
const ipv4 = (context: ValueContext): string => `192.0.2.${context.ownDraw().between(1, 254)}`;
const ipv6 = (context: ValueContext): string => `2001:db8::${context.ownDraw().between(1, 0xffff).toString(16)}`;

const emails = {
  "email, e mail, mail, email address, login email": email,
  "support email, help email": mailbox("support"),
  "sender email, reply to, from address, from email, no reply": mailbox("service"),
  "billing email, invoice email": mailbox("billing"),
};
const urls = {
  "url, link, href, uri, web address": page,
  "website, homepage, home page": website,
  "image, image url, avatar, avatar url, logo, logo url, picture, photo, thumbnail, thumbnail url, icon url": image,
  "download url, file url, attachment url, document url": download,
  "webhook url, callback url, callback, endpoint url, target url": (context: ValueContext) =>
    `https://hooks.example.com/${context.ownDraw().between(1000, 9999)}`,
  "tracking url, tracking link": (context: ValueContext) =>
    `https://parcels.example.com/${context.ownDraw().between(1e6, 9e6)}`,
  "font url": () => "https://fonts.example.com/sans.woff2",
};

export const internet: Domain = {
  texts: {
    ...emails,
    ...urls,
    "recipient, .to, .cc, .bcc": email,
    "ip, ip address, remote address": ipv4,
    // Reserved for documentation (RFC 7042).
    "mac, mac address": (context) => `00:00:5e:00:53:${context.ownDraw().between(16, 255).toString(16)}`,
    "user agent": () => "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "file name, filename, file.name, attachment name, document.name": fileName,
    "mime type, content type, media type, mimetype": () => ["application/pdf", "text/html"],
    "version, semver, app version": (context) => context.ownDraw().faker.system.semver(),
    "color, colour, .accent, .primary, .secondary, .background, colors.text, colors.error": (context) =>
      context.ownDraw().faker.color.rgb(),
    "commit, commit sha, sha": (context) => context.ownDraw().faker.git.commitSha(),
    "font, font family": () => ["Source Sans, sans-serif", "sans-serif"],
  },
  formats: {
    email: { ...emails, "*": email },
    uri: { ...urls, "*": page },
    ipv4: { "*": ipv4 },
    ipv6: { "*": ipv6 },
  },
  numbers: {
    "size, size bytes, file size, bytes, content length": (context) => context.ownDraw().between(12_000, 2_400_000),
    width: () => [1280, 12],
    height: () => [720, 8],
    port: () => 443,
    "took ms, duration ms, latency ms, elapsed ms, took": (context) => context.ownDraw().between(3, 240),
  },
};
