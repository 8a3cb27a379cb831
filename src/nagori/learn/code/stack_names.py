"""Packages by name: which framework, tool or database each one shows."""

from typing import Literal

Part = Literal["language", "framework", "build", "test", "database"]

_NAMES: dict[Part, str] = {
    "framework": """
        fastapi=FastAPI starlette=Starlette flask=Flask django=Django aiohttp=aiohttp
        tornado=Tornado sanic=Sanic litestar=Litestar quart=Quart typer=Typer click=Click
        pydantic=Pydantic celery=Celery numpy=NumPy pandas=pandas torch=PyTorch
        tensorflow=TensorFlow scikit-learn=scikit-learn transformers=Transformers
        langchain=LangChain httpx=HTTPX httpx2=httpx2 requests=Requests
        react=React vue=Vue svelte=Svelte next=Next.js nuxt=Nuxt express=Express koa=Koa
        fastify=Fastify electron=Electron tailwindcss=Tailwind three=three.js
        spring-boot-starter-web=Spring~Boot spring-boot-starter=Spring~Boot
        spring-boot-starter-parent=Spring~Boot quarkus=Quarkus micronaut=Micronaut
        gin=Gin echo=Echo chi=chi fiber=Fiber cobra=Cobra grpc=gRPC net/http=net/http
        github.com/gin-gonic/gin=Gin github.com/go-chi/chi/v5=chi
        axum=Axum actix-web=Actix rocket=Rocket tokio=Tokio serde=Serde clap=clap warp=Warp
    """,
    "database": """
        sqlalchemy=SQLAlchemy sqlmodel=SQLModel psycopg=PostgreSQL psycopg2=PostgreSQL
        psycopg2-binary=PostgreSQL asyncpg=PostgreSQL pg=PostgreSQL postgres=PostgreSQL
        postgresql=PostgreSQL pgvector=pgvector sqlite3=SQLite apsw=SQLite aiosqlite=SQLite
        better-sqlite3=SQLite rusqlite=SQLite pymysql=MySQL mysqlclient=MySQL mysql2=MySQL
        mysql=MySQL mysql-connector-j=MySQL mysql-connector-java=MySQL mariadb=MariaDB
        redis=Redis ioredis=Redis go-redis=Redis jedis=Redis pymongo=MongoDB motor=MongoDB
        mongoose=MongoDB mongo=MongoDB mongodb=MongoDB elasticsearch=Elasticsearch h2=H2
        prisma=Prisma @prisma/client=Prisma typeorm=TypeORM sequelize=Sequelize
        drizzle-orm=Drizzle gorm=GORM gorm.io/gorm=GORM diesel=Diesel sqlx=SQLx
        spring-boot-starter-data-jpa=JPA hibernate-core=Hibernate mybatis=MyBatis
        mybatis-spring-boot-starter=MyBatis flyway-core=Flyway alembic=Alembic
        chromadb=Chroma qdrant-client=Qdrant lancedb=LanceDB duckdb=DuckDB
    """,
    "test": """
        pytest=pytest unittest=unittest hypothesis=Hypothesis tox=tox nox=nox
        jest=Jest vitest=Vitest mocha=Mocha playwright=Playwright @playwright/test=Playwright
        cypress=Cypress junit=JUnit junit-jupiter=JUnit spring-boot-starter-test=JUnit
        mockito-core=Mockito kotest=Kotest mockk=MockK testify=Testify testing=go~test
        github.com/stretchr/testify=Testify criterion=Criterion proptest=proptest
        schemathesis=Schemathesis
    """,
    "build": """
        hatchling=Hatch setuptools=setuptools poetry-core=Poetry flit-core=Flit
        pdm-backend=PDM maturin=maturin uv=uv ruff=Ruff black=Black mypy=mypy pyright=Pyright
        vite=Vite webpack=webpack rollup=Rollup esbuild=esbuild parcel=Parcel
        typescript=TypeScript~compiler eslint=ESLint prettier=Prettier turbo=Turborepo
        actions/checkout=GitHub~Actions
    """,
}

NAMES: dict[str, tuple[Part, str]] = {
    package: (part, name.replace("~", " "))
    for part, listed in _NAMES.items()
    for package, _, name in (item.rpartition("=") for item in listed.split())
}
"""What each package is part of, and what people call it."""
