# onfile and its server, run without rights; nothing but /data need be written to.
FROM python:3.11-slim AS build
RUN pip install --no-cache-dir 'uv>=0.5'
WORKDIR /app
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
ARG EXTRAS="--extra server --extra ocr --extra model --extra evaluate"
COPY pyproject.toml uv.lock README.md LICENSE ./
RUN uv sync --locked --no-dev --no-install-project $EXTRAS
COPY src src
RUN uv sync --locked --no-dev --no-editable $EXTRAS

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin onfile \
    && mkdir -p /data/tmp && chown -R onfile:onfile /data
COPY --from=build /app/.venv /app/.venv
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TMPDIR=/data/tmp \
    ONFILE_STORE=/data/store
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
ENTRYPOINT ["onfile"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
