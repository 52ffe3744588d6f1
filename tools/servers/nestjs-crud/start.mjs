// Adds the metadata of decorators to the global Reflect.
// oxlint-disable-next-line import/no-unassigned-import
import "reflect-metadata";
import { once } from "node:events";
import { Controller, Injectable, Module, ValidationPipe } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ApiProperty, ApiPropertyOptional, DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import { TypeOrmModule, getRepositoryToken } from "@nestjs/typeorm";
import crud from "@dataui/crud";
import crudTypeorm from "@dataui/crud-typeorm";
import { IsInt, IsOptional, IsString, Length, Max, Min } from "class-validator";
import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

const { Crud, CrudValidationGroups } = crud;
const { TypeOrmCrudService } = crudTypeorm;
const { CREATE, UPDATE } = CrudValidationGroups;

/** What the decorators of TypeScript do, in JavaScript. */
function decorate(type, members) {
  for (const [name, [kind, ...decorators]] of Object.entries(members)) {
    Reflect.defineMetadata("design:type", kind, type.prototype, name);
    for (const each of decorators) each(type.prototype, name);
  }
}

// oxlint-disable-next-line typescript/no-extraneous-class -- decorators add its members
class Company {}
const required = [IsOptional({ groups: [UPDATE] })];
const always = { always: true };
decorate(Company, {
  id: [Number, PrimaryGeneratedColumn(), ApiProperty({ type: "integer", readOnly: true })],
  name: [
    String,
    ...required,
    IsString(always),
    Length(1, 100, always),
    Column({ type: "varchar", length: 100 }),
    ApiProperty({ minLength: 1, maxLength: 100 }),
  ],
  domain: [
    String,
    ...required,
    IsString(always),
    Length(1, 60, always),
    Column({ type: "varchar", length: 60 }),
    ApiProperty({ minLength: 1, maxLength: 60 }),
  ],
  employees: [
    Number,
    IsOptional({ groups: [CREATE, UPDATE] }),
    IsInt(always),
    Min(0, always),
    Max(100000, always),
    Column({ type: "integer", nullable: true }),
    ApiPropertyOptional({ type: "integer", minimum: 0, maximum: 100000, nullable: true }),
  ],
});
Entity("companies")(Company);

class CompaniesService extends TypeOrmCrudService {}
Reflect.defineMetadata("design:paramtypes", [Object], CompaniesService);
Reflect.defineMetadata("self:paramtypes", [{ index: 0, param: getRepositoryToken(Company) }], CompaniesService);
Injectable()(CompaniesService);

// oxlint-disable-next-line typescript/no-extraneous-class -- decorators add its members
class CompaniesController {
  constructor(service) {
    this.service = service;
  }
}
Reflect.defineMetadata("design:paramtypes", [CompaniesService], CompaniesController);
Crud({ model: { type: Company }, query: { maxLimit: 50, alwaysPaginate: true, limit: 10 } })(CompaniesController);
Controller("companies")(CompaniesController);

// oxlint-disable-next-line typescript/no-extraneous-class -- decorators add its members
class App {}
Module({
  imports: [
    TypeOrmModule.forRoot({ type: "sqljs", entities: [Company], synchronize: true }),
    TypeOrmModule.forFeature([Company]),
  ],
  controllers: [CompaniesController],
  providers: [CompaniesService],
})(App);

const app = await NestFactory.create(App, { logger: false });
app.useGlobalPipes(new ValidationPipe());
SwaggerModule.setup(
  "docs",
  app,
  SwaggerModule.createDocument(app, new DocumentBuilder().setTitle("Companies").build()),
);
app.enableShutdownHooks(["SIGTERM"]);
await app.listen(Number(process.env.PORT ?? 0), "127.0.0.1");
const server = app.getHttpServer();
if (!server.listening) await once(server, "listening");
const url = `http://127.0.0.1:${server.address().port}`;
// No file is mutated: most code of the package is for options and operators that the document does not describe.
console.log(JSON.stringify({ url, document: `${url}/docs-json`, handlers: [] }));
